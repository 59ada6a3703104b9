import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'half {h}': -30, 'kwart oor {h}': 15, 'kwart voor {h}': -15, '{h} uur': 0 },
  minutes: { '{m} oor {h}': 1, '{m} voor {h}': -1 },
};
