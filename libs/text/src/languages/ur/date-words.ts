import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'گزشتہ رات': -1, 'پچھلی رات': -1, پرسوں: -2, 'گزشتہ کل': -1, آج: 0, 'کل رات': -1 },
  ago: ['{n} {unit} پہلے', '{n} {unit} قبل'],
  units: { day: 'دن', week: 'ہفتے|ہفتہ', month: 'مہینے|ماہ|مہینہ', year: 'سال|برس' },
  last: 'پچھلے|پچھلی|گزشتہ',
  this: 'اس',
  future: { days: { 'آنے والے کل': 1 }, ahead: ['{n} {unit} بعد', '{n} {unit} میں'], next: 'اگلے|اگلی' },
  areMonthsAlone: true,
  weekend: 'ویک اینڈ',
  weekdayForms: ['اتوار', 'پیر کو|پیر کے دن|پچھلے پیر', 'منگل', 'بدھ', 'جمعرات', 'جمعے|جمعہ', ''],
  dayParts: 'صبح|دوپہر|شام|رات',
  holidays: { christmas: 'کرسمس', newYear: 'نئے سال' },
};
