import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: {
    '{h} e meia': 30,
    '{h} e um quarto': 15,
    '{h} e quarto': 15,
    '{h} menos um quarto': -15,
    'quarto para as|às {h}': -15,
    'às {h}': 0,
  },
  minutes: { 'às {h} e {m}': 1, '{m} para as|às {h}': -1 },
};
