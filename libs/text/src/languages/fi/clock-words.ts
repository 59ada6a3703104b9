import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'puoli {h}': -30, 'vartin|varttia yli {h}': 15, 'vartin|varttia vaille {h}': -15, 'kello|klo {h}': 0 },
  hours:
    'yhdeltä kahdelta kolmelta neljältä viideltä kuudelta seitsemältä kahdeksalta yhdeksältä kymmeneltä yhdeltätoista kahdeltatoista',
};
