import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '2 ddau|*10 deg ddeg|20 ugain|*100 cant|*1000 mil|*1000000 miliwn',
  and: 'a',
};
