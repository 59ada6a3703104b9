import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} و نیم': 30, '{h} و ربع': 15, 'ربع به {h}': -15, 'ساعت {h}': 0 },
};
