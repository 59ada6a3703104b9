import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '*10 十|*100 百|*1000 千|*10000 万|*100000000 億',
};
