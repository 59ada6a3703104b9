import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} și jumătate': 30, '{h} și un sfert': 15, '{h} fără un sfert': -15, 'ora {h}': 0 },
  minutes: { 'ora {h} și {m}': 1 },
};
