import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '10 tizen|20 huszon|30 harminc|40 negyven|50 ötven|60 hatvan|70 hetven|80 nyolcvan|90 kilencven|*100 száz|*1000 ezer|*1000000 millió',
  joins: true,
};
