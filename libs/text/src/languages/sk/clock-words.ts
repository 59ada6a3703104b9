import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'pol {h}': -30, 'štvrť na {h}': -45, 'trištvrte na {h}': -15, 'o {h} hodine': 0 },
  hours:
    'jednej|jednu druhej|dve tretej|tri štvrtej|štyri piatej|päť šiestej|šesť siedmej|sedem ôsmej|osem deviatej|deväť desiatej|desať jedenástej|jedenásť dvanástej|dvanásť',
};
