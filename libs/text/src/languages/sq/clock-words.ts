import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} e gjysmë|gjysëm': 30, '{h} e çerek': 15, 'ora|orën {h}': 0 },
};
