import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '20 жиырма|30 отыз|40 қырық|50 елу|60 алпыс|70 жетпіс|80 сексен|90 тоқсан|*100 жүз|*1000 мың|*1000000 миллион',
};
