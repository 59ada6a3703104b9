import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'halv {h}': -30, 'kvart over {h}': 15, 'kvart i {h}': -15, 'klokken|kl {h}': 0 },
  minutes: { '{m} over {h}': 1, '{m} i {h}': -1 },
};
