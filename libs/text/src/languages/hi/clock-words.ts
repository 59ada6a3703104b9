import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'साढ़े {h}': 30, 'सवा {h}': 15, 'पौने {h}': -15, '{h} बजे': 0 },
};
