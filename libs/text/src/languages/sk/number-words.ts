import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 tridsať|40 štyridsať|50 päťdesiat|60 šesťdesiat|70 sedemdesiat|80 osemdesiat|90 deväťdesiat|*100 sto|*1000 tisíc|' +
    '*1000000 milión milióny miliónov',
  joins: true,
};
