import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '2 dvoch|3 troch|4 štyroch|5 piatich|6 šiestich|7 siedmich|8 ôsmich|9 deviatich|20 dvadsiatich|30 tridsať tridsiatich|' +
    '40 štyridsať štyridsiatich|50 päťdesiat päťdesiatich|60 šesťdesiat šesťdesiatich|70 sedemdesiat sedemdesiatich|' +
    '80 osemdesiat osemdesiatich|90 deväťdesiat deväťdesiatich|*100 sto|*1000 tisíc|' +
    '*1000000 milión milióny miliónov',
  joins: true,
};
