import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '20 ishirini|30 thelathini|40 arobaini arubaini|50 hamsini|60 sitini|70 sabini|80 themanini|90 tisini|*100 mia|*1000 elfu|*100000 laki|' +
    '*1000000 milioni',
  and: 'na',
  scaleFirst: true,
};
