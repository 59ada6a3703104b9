import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'साडे {h}': 30, 'सव्वा {h}': 15, 'पावणे {h}': -15, '{h} वाजता': 0 },
};
