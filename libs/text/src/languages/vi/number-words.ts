import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '1 mốt|4 tư|5 lăm nhăm|*10 mươi|*100 trăm|*1000 nghìn ngàn|*1000000 triệu',
  and: 'linh lẻ',
};
