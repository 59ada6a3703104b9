import { stemmer } from '@orama/stemmers/dutch';
import { stopwords } from '@orama/stopwords/dutch';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const dutch = defineLanguage({
  code: 'nl',
  script: 'Latin',
  letters: 'ëéï',
  joinsWords: true,
  respellings: [
    [/(?<=\p{L}{3})[-.]*nr$/u, 'nummer'],
    [/(?<=\p{L}{3})nummer$/u, 'nr'],
    [/(?<=\p{L}{3})[-.]*str$/u, 'straat'],
    [/(?<=\p{L}{3})straat$/u, 'str'],
  ],
  irregular: irregularWords + shortWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
