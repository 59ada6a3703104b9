import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 tredive|40 fyrre|50 halvtreds|60 tres|70 halvfjerds|80 firs|90 halvfems|*100 hundrede hundred|*1000 tusind tusinde|' +
    '*1000000 million millioner',
  and: 'og',
  joins: true,
  unitsFirst: true,
};
