import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  shortensLast: true,
  words: '*10 十|20 廿|*100 百|*1000 千|*10000 万 萬|*100000000 亿 億',
};
