import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'pool {h}': -30, 'veerand {h}': -45, 'kolmveerand {h}': -15, 'kell {h}': 0 },
};
