import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '1 en|20 tjugi tjug|30 trettio|40 fyrtio|50 femtio|60 sextio|70 sjuttio|80 åttio|90 nittio|*100 hundra|*1000 tusen|*1000000 miljon miljoner',
  and: 'och',
  joins: true,
};
