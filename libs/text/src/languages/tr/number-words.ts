import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '20 yirmi|30 otuz|40 kırk|50 elli|60 altmış|70 yetmiş|80 seksen|90 doksan|*100 yüz|*1000 bin|*1000000 milyon',
  joins: true,
};
