import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} e media': 30, '{h} e cuarto': 15, '{h} menos cuarto': -15, 'ás {h}': 0 },
};
