import { stemmer } from '@orama/stemmers/danish';
import { stopwords } from '@orama/stopwords/danish';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const danish = defineLanguage({
  code: 'da',
  script: 'Latin',
  letters: 'øåæé',
  joinsWords: true,
  respellings: [
    [/(?<=\p{L}{3})[-.]*nr$/u, 'nummer'],
    [/(?<=\p{L}{3})nummer$/u, 'nr'],
    // Nouns in -el, -en and -er lose the vowel in the plural.
    [/(?<=\p{L}{2})e([lnr])$/u, '$1er'],
    [/(?<=\p{L}{2})([lnr])(?:en|er|erne)$/u, 'e$1'],
  ],
  irregular: irregularWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
