import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'dos quarts de {h}': -30, 'un quart de {h}': -45, 'tres quarts de {h}': -15, 'les {h}': 0 },
};
