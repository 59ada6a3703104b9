import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 dreißig|40 vierzig|50 fünfzig|60 sechzig|70 siebzig|80 achtzig|90 neunzig|*100 hundert|*1000 tausend|*1000000 million millionen mio',
  and: 'und',
  joins: true,
  unitsFirst: true,
};
