import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { پریشب: -2, 'صبح امروز': 0, پریروز: -2, دیروز: -1, دیشب: -1, امروز: 0, امشب: 0 },
  ago: ['{n} {unit} پیش', '{n} {unit} قبل'],
  units: { day: 'روز', week: 'هفته', month: 'ماه', year: 'سال' },
  last: 'گذشته|پیش|قبل',
  this: 'این',
  before: 'قبل از|پیش از',
  after: 'بعد از|از',
  weekend: 'آخر هفته',
  future: {
    days: { فردا: 1, 'پس فردا': 2, پس‌فردا: 2 },
    ahead: ['{n} {unit} دیگر', '{n} {unit} دیگه', '{n} {unit} بعد'],
    next: 'آینده|بعد|دیگر',
  },
  beforeMonth: 'در|ماه',
  dayParts: 'صبح|ظهر|بعدازظهر|عصر|شب',
  whole: { پارسال: ['year', -1], پیرارسال: ['year', -2], امسال: ['year', 0] },
  holidays: { christmas: 'کریسمس' },
};
