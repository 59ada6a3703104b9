import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'pukul|jam {h} setengah': 30, 'pukul|jam {h} suku': 15, 'pukul|jam {h}': 0 },
};
