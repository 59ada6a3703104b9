import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '2 dvou|3 tří|4 čtyř|5 pěti|6 šesti|7 sedmi|8 osmi|9 devíti|11 jedenácti|12 dvanácti|13 třinácti|14 čtrnácti|15 patnácti|16 šestnácti|17 sedmnácti|18 osmnácti|' +
    '19 devatenácti|20 dvaceti|30 třicet třiceti|40 čtyřicet čtyřiceti|50 padesát padesáti|60 šedesát šedesáti|70 sedmdesát sedmdesáti|' +
    '80 osmdesát osmdesáti|90 devadesát devadesáti|*100 sto stě sta set|*1000 tisíc tisíce|' +
    '*1000000 milion miliony milionů milión',
  and: 'a',
  joins: true,
  unitsFirst: true,
};
