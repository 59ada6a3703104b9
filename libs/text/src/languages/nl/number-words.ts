import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 dertig|40 veertig|50 vijftig|60 zestig|70 zeventig|80 tachtig|90 negentig|*100 honderd|*1000 duizend|*1000000 miljoen mln',
  and: 'en',
  joins: true,
  unitsFirst: true,
};
