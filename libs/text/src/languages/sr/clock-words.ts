import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'пола {h}': -30, '{h} и по|пол': 30, 'петнаест до {h}': -15, 'у {h} сати|сата|сат': 0 },
};
