import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { ម្សិលម្ង៉ៃ: -2, ម្សិលមិញ: -1, ថ្ងៃនេះ: 0 },
  ago: ['{n} {unit}មុន', '{n}{unit}មុន'],
  units: { day: 'ថ្ងៃ', week: 'សប្តាហ៍|អាទិត្យ', month: 'ខែ', year: 'ឆ្នាំ' },
  isSpaced: false,
  areMonthsAlone: true,
  whole: {
    សប្តាហ៍មុន: ['week', -1],
    អាទិត្យមុន: ['week', -1],
    ខែមុន: ['month', -1],
    ឆ្នាំមុន: ['year', -1],
    សប្តាហ៍នេះ: ['week', 0],
    ខែនេះ: ['month', 0],
    ឆ្នាំនេះ: ['year', 0],
  },
  link: 'ខែ',
  future: {
    days: { ថ្ងៃស្អែក: 1, ស្អែក: 1, ខានស្អែក: 2 },
    ahead: ['{n} {unit}ទៀត', '{n}{unit}ទៀត'],
    whole: { សប្តាហ៍ក្រោយ: ['week', 1], ខែក្រោយ: ['month', 1], ឆ្នាំក្រោយ: ['year', 1] },
  },
};
