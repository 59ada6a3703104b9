import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'палове {h}': -30 },
  hours: 'першай другой трэцяй чацвёртай пятай шостай сёмай восьмай дзявятай дзясятай адзінаццатай дванаццатай',
};
