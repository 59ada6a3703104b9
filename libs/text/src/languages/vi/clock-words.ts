import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} rưỡi': 30, '{h} giờ rưỡi': 30, '{h} giờ': 0 },
  minutes: { '{h} giờ {m}': 1, '{h} giờ kém {m}': -1 },
};
