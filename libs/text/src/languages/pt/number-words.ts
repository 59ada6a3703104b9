import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 trinta|40 quarenta|50 cinquenta|60 sessenta|70 setenta|80 oitenta|90 noventa|100 cem cento|200 duzentos duzentas|300 trezentos trezentas|' +
    '400 quatrocentos quatrocentas|500 quinhentos quinhentas|600 seiscentos seiscentas|700 setecentos setecentas|800 oitocentos oitocentas|' +
    '900 novecentos novecentas|*1000 mil|*1000000 milhão milhões',
  and: 'e',
};
