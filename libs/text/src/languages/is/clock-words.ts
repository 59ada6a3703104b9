import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'hálf {h}': -30, 'korter yfir {h}': 15, 'korter í {h}': -15, 'klukkan|kl {h}': 0 },
};
