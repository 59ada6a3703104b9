import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'halv {h}': -30, 'kvart over {h}': 15, 'kvart på {h}': -15, 'klokka|klokken|kl {h}': 0 },
  minutes: { '{m} over {h}': 1, '{m} på {h}': -1 },
};
