import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'երեկ չէ առաջին օրը': -2, երեկ: -1, այսօր: 0 },
  ago: ['{n} {unit} առաջ'],
  units: { day: 'օր', week: 'շաբաթ|շաբաթվա', month: 'ամիս|ամսվա', year: 'տարի|տարվա' },
  last: 'անցած|նախորդ',
  this: 'այս',
  future: { days: { վաղը: 1, 'վաղը չէ մյուս օրը': 2 }, ahead: ['{n} {unit} հետո'], next: 'հաջորդ|մյուս' },
};
