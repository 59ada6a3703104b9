import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'pola|pol {h}': -30, '{h} i po|pol|pola': 30, 'petnaest do {h}': -15, 'u {h} sati|sata|sat': 0 },
};
