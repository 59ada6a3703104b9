import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} ნახევარზე|ნახევარი': -30, '{h} საათზე': 0 },
  hours: 'პირველის ორის სამის ოთხის ხუთის ექვსის შვიდის რვის ცხრის ათის თერთმეტის თორმეტის',
};
