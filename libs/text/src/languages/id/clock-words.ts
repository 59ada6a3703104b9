import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'setengah {h}': -30, 'jam|pukul {h}': 0, '{h} lewat|lebih seperempat': 15, '{h} kurang seperempat': -15 },
};
