import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '*10 ဆယ် ဆယ့်|*100 ရာ ရာ့|*1000 ထောင် ထောင့်|*10000 သောင်း|*100000 သိန်း|*1000000 သန်း',
};
