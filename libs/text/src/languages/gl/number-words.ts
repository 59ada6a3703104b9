import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 trinta|40 corenta|50 cincuenta|60 sesenta|70 setenta|80 oitenta|90 noventa|100 cen cento|200 douscentos|300 trescentos|400 catrocentos|' +
    '500 cincocentos quiñentos|600 seiscentos|700 setecentos|800 oitocentos|900 novecentos|*1000 mil|*1000000 millón',
  and: 'e',
};
