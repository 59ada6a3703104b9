import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '*20 vingt vingts|30 trente|40 quarante|50 cinquante|60 soixante|70 septante|80 huitante|90 nonante|*100 cent cents|*1000 mille|' +
    '*1000000 million millions',
  and: 'et',
  byTwenty: true,
};
