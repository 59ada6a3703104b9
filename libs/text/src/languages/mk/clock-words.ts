import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} и пол|половина': 30, '{h} и четврт': 15, 'во {h} часот': 0 },
};
