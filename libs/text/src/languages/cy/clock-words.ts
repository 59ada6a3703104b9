import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'hanner awr wedi {h}': 30, 'chwarter wedi {h}': 15, 'chwarter i {h}': -15 },
};
