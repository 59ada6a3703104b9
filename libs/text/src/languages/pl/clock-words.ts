import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'wpół do {h}': -30, 'kwadrans po {h}': 15, 'za kwadrans {h}': -15, 'o {h}': 0 },
  hours:
    'pierwszej|pierwsza drugiej|druga trzeciej|trzecia czwartej|czwarta piątej|piąta szóstej|szósta siódmej|siódma ósmej|ósma dziewiątej|dziewiąta dziesiątej|dziesiąta jedenastej|jedenasta dwunastej|dwunasta',
};
