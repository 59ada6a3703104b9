import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '1 ei|20 tyve|30 tretti tredve|40 førti|50 femti|60 seksti|70 sytti|80 åtti|90 nitti|*100 hundre|*1000 tusen|*1000000 million millioner',
  and: 'og',
  joins: true,
  unitsFirst: true,
};
