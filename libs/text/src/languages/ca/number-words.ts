import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 trenta|40 quaranta|50 cinquanta|60 seixanta|70 setanta|80 vuitanta|90 noranta|*100 cent cents centes|*1000 mil|*1000000 milió milions',
  and: 'i',
};
