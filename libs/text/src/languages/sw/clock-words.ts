import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'saa {h} na nusu': 390, 'saa {h} na robo': 375, 'saa {h} kasorobo': 345, 'saa {h}': 360 },
};
