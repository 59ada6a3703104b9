import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'ከትናንት ወዲያ': -2, ትናንት: -1, ትላንት: -1, ዛሬ: 0 },
  ago: ['ከ {n} {unit} በፊት', 'ከ{n} {unit} በፊት', 'ከ{n} {unit} በፊት'],
  units: { day: 'ቀን|ቀናት', week: 'ሳምንት|ሳምንታት', month: 'ወር|ወራት', year: 'ዓመት|ዓመታት|አመት' },
  last: 'ያለፈው|ባለፈው',
  this: 'ይህ|በዚህ',
  future: { days: { ነገ: 1, 'ከነገ ወዲያ': 2 }, ahead: ['በ{n} {unit} ውስጥ', 'ከ{n} {unit} በኋላ'], next: 'የሚቀጥለው|በሚቀጥለው' },
};
