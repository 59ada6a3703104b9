import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: {
    'the day before yesterday': -2,
    'day before yesterday': -2,
    yesterday: -1,
    today: 0,
    'last night': -1,
    'this morning': 0,
    tonight: 0,
  },
  ago: ['{n} {unit} ago', '{n} {unit} back'],
  units: { day: 'day|days', week: 'week|weeks', month: 'month|months', year: 'year|years' },
  counts: { a: 1, an: 1, couple: 2 },
  last: 'last|past|previous',
  this: 'this',
  between: 'between|from',
  and: 'and|to|until|till',
  before: 'before|until|till',
  after: 'after|since',
  beforeYear: 'in|of|during|since|before|after|year',
  beforeNth: 'the|on the',
  weekend: 'weekend',
  seasons: 'spring summer autumn|fall winter',
  ages: { 'a fortnight ago': 14, 'fortnight ago': 14, 'a week ago': 7 },
};
