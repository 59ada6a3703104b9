import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '1 ún|16 dieciséis|20 veinti|21 veintiún veintiuno veintiuna|22 veintidós|23 veintitrés|24 veinticuatro|25 veinticinco|26 veintiséis|' +
    '27 veintisiete|28 veintiocho|29 veintinueve|30 treinta|40 cuarenta|50 cincuenta|60 sesenta|70 setenta|80 ochenta|90 noventa|100 cien ciento|' +
    '200 doscientos doscientas|300 trescientos trescientas|400 cuatrocientos cuatrocientas|500 quinientos quinientas|600 seiscientos seiscientas|' +
    '700 setecientos setecientas|800 ochocientos ochocientas|900 novecientos novecientas|*1000 mil|*1000000 millón millones',
  and: 'y',
};
