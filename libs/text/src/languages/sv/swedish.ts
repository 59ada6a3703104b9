import { stemmer } from '@orama/stemmers/swedish';
import { stopwords } from '@orama/stopwords/swedish';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const swedish = defineLanguage({
  code: 'sv',
  script: 'Latin',
  letters: 'äöåé',
  joinsWords: true,
  respellings: [
    [/(?<=\p{L}{3})[-.]*nr$/u, 'nummer'],
    [/(?<=\p{L}{3})nummer$/u, 'nr'],
    // Nouns in -el, -en and -er lose the vowel in the plural: `nyckeln`, `nycklarna`.
    [/(?<=\p{L}{2})e([lnr])n?$/u, '$1ar'],
    [/(?<=\p{L}{2})([lnr])ar(?:na)?s?$/u, 'e$1'],
    [/(?<=\p{L}{2})([lnr])ar(?:na)?s?$/u, 'e$1n'],
  ],
  irregular: irregularWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
