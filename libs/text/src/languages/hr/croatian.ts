import { stemmer } from '@orama/stemmers/serbian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const croatian = defineLanguage({
  code: 'hr',
  script: 'Latin',
  letters: 'čćđšž',
  stopWords: (
    'i je su sam smo ste biti bio bila bilo koji koja koje se na za od iz po ali ili kao što kako ovaj ova ovo taj ta to moj moja svoj ' +
    'svoje njegov njezin nas vas njih već još samo kad kada ako nije nisu će ću ćemo bih bi pri kod prema'
  ).split(' '),
  // Short nouns have -ov- or -ev- in the plural: `ključ`, `ključevi`.
  stem: (word) => stemmer(word).replace(/(?<=\p{L}{3})[oe]v$/u, ''),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
