import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: {},
  signs: { hour: '時', minute: '分', half: '半' },
};
