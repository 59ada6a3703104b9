import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} e mezza|mezzo': 30, '{h} e un quarto': 15, '{h} meno un quarto': -15, 'alle {h}': 0 },
  minutes: { 'alle {h} e {m}': 1, 'alle {h} meno {m}': -1 },
};
