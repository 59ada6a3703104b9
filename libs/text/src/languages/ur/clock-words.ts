import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'ساڑھے {h}': 30, 'سوا {h}': 15, 'پونے {h}': -15, '{h} بجے': 0 },
};
