import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: {},
  signs: { hour: '시', minute: '분', half: '반' },
};
