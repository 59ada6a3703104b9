import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} и половина': 30, '{h} и четвърт': 15, '{h} без четвърт': -15, 'в {h} часа': 0 },
  minutes: { '{h} без {m}': -1 },
};
