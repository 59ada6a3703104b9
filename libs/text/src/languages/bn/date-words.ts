import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'গত পরশু': -2, গতকাল: -1, আজ: 0, আজকে: 0 },
  ago: ['{n} {unit} আগে'],
  units: { day: 'দিন|দিনের', week: 'সপ্তাহ|সপ্তাহের|সপ্তাহে', month: 'মাস|মাসের|মাসে', year: 'বছর|বছরের|বছরে' },
  last: 'গত',
  this: 'এই',
  future: {
    days: { আগামীকাল: 1, 'আগামী পরশু': 2 },
    ahead: ['{n} {unit} পরে', '{n} {unit} পর', '{n} {unit} মধ্যে'],
    next: 'আগামী|পরের',
  },
  areMonthsAlone: true,
  weekend: 'সপ্তাহান্তে|সপ্তাহান্ত',
};
