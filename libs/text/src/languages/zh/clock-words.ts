import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: {},
  signs: { hour: '点|點|时|時', minute: '分', half: '半', quarter: '刻' },
};
