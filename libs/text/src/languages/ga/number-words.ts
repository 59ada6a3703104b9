import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '10 déag dhéag|20 fiche|30 tríocha|40 daichead|50 caoga|60 seasca|70 seachtó|80 ochtó|90 nócha|*100 céad chéad gcéad|*1000 míle mhíle|' +
    '*1000000 milliún mhilliún',
  and: 'a is',
  unitsFirst: true,
};
