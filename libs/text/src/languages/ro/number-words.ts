import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '1 una|12 doisprezece|30 treizeci|40 patruzeci|50 cincizeci|60 șaizeci|70 șaptezeci|80 optzeci|90 nouăzeci|*100 sută sute|*1000 mie mii|' +
    '*1000000 milion milioane',
  and: 'și',
};
