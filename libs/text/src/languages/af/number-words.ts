import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 dertig|40 veertig|50 vyftig|60 sestig|70 sewentig|80 tagtig|90 negentig neëntig|*100 honderd|*1000 duisend|*1000000 miljoen',
  and: 'en',
  joins: true,
  unitsFirst: true,
};
