import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} ու|և կես': 30, 'ժամը {h}': 0 },
};
