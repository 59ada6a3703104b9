import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: {},
  signs: { hour: 'โมง', minute: 'นาที', half: 'ครึ่ง' },
};
