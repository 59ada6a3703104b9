import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'halv {h}': -30, 'kvart över {h}': 15, 'kvart i {h}': -15, 'klockan|kl {h}': 0 },
  minutes: { '{m} över {h}': 1, '{m} i {h}': -1 },
};
