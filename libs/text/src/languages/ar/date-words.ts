import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'أول أمس': -2, 'قبل أمس': -2, أمس: -1, البارحة: -1, اليوم: 0 },
  ago: ['قبل {n} {unit}', 'منذ {n} {unit}'],
  units: {
    day: 'يوم|أيام|يوما',
    week: 'أسبوع|أسابيع|الأسبوع',
    month: 'شهر|أشهر|شهور|الشهر',
    year: 'سنة|سنوات|عام|أعوام|السنة|العام',
  },
  counts: { يومين: 2 },
  selfCounted: {
    1: { day: 'يوم', week: 'أسبوع', month: 'شهر', year: 'سنة|عام' },
    2: { day: 'يومين', week: 'أسبوعين', month: 'شهرين', year: 'سنتين|عامين' },
  },
  last: 'الماضي|الماضية|الفائت',
  this: 'هذا|هذه',
  between: 'بين',
  and: 'و',
  before: 'قبل',
  after: 'بعد|منذ',
  beforeYear: 'في|عام|سنة',
  beforeMonth: 'في',
  future: {
    days: { غدا: 1, 'بعد غد': 2 },
    ahead: ['بعد {n} {unit}', 'خلال {n} {unit}'],
    next: 'القادم|القادمة|المقبل|المقبلة',
  },
  weekend: 'عطلة نهاية الأسبوع|نهاية الأسبوع',
};
