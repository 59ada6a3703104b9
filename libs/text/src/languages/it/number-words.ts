import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '20 vent|30 trenta trent|40 quaranta quarant|50 cinquanta cinquant|60 sessanta sessant|70 settanta settant|80 ottanta ottant|' +
    '90 novanta novant|*100 cento cent|*1000 mille mila|*1000000 milione milioni',
  joins: true,
};
