import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'halb {h}': -30, 'viertel nach {h}': 15, 'viertel vor {h}': -15, 'dreiviertel {h}': -15, '{h} uhr': 0 },
  minutes: { '{m} nach {h}': 1, '{m} vor {h}': -1, '{h} uhr {m}': 1 },
};
