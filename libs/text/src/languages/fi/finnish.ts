import { stemmer } from '@orama/stemmers/finnish';
import { stopwords } from '@orama/stopwords/finnish';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Forms of a word that the stemmer keeps apart: `hevonen` and `hevoset`, `paikka` and `paikat`. */
const stem = (word: string): string => stemmer(word.replace(/nen$/u, 's')).replace(/([kpt])\1$/u, '$1');

export const finnish = defineLanguage({
  code: 'fi',
  script: 'Latin',
  letters: 'äö',
  joinsWords: true,
  respellings: [
    [/(?<=\p{L}{3})[-.]*nro$/u, 'numero'],
    [/(?<=\p{L}{3})numero$/u, 'nro'],
  ],
  stopWords: stopwords,
  stem,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
