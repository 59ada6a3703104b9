import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 thirty|40 forty fourty|50 fifty|60 sixty|70 seventy|80 eighty|90 ninety|*100 hundred|*1000 thousand|*1000000 million millions mio|' +
    '*1000000000 billion',
  and: 'and',
};
