import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: {
    'half past {h}': 30,
    'half {h}': 30,
    'quarter past|after {h}': 15,
    'quarter to {h}': -15,
    "{h} o'clock|oclock": 0,
    '{h} am|pm': 0,
    '{h} thirty': 30,
    '{h} fifteen': 15,
    '{h} forty-five': 45,
  },
  minutes: { '{m} past {h}': 1, '{m} minutes past {h}': 1, '{m} minutes to {h}': -1, '{m} to {h}': -1 },
};
