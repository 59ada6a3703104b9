import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} y media': 30, '{h} y cuarto': 15, '{h} menos cuarto': -15, 'la|las {h}': 0 },
  minutes: { 'la|las {h} y {m}': 1, 'la|las {h} menos {m}': -1 },
};
