import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 třicet|40 čtyřicet|50 padesát|60 šedesát|70 sedmdesát|80 osmdesát|90 devadesát|*100 sto stě sta set|*1000 tisíc tisíce|' +
    '*1000000 milion miliony milionů milión',
  and: 'a',
  joins: true,
  unitsFirst: true,
};
