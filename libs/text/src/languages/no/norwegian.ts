import { stemmer } from '@orama/stemmers/norwegian';
import { stopwords } from '@orama/stopwords/norwegian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const norwegian = defineLanguage({
  code: 'no',
  script: 'Latin',
  letters: 'øåæéò',
  joinsWords: true,
  respellings: [
    [/(?<=\p{L}{3})[-.]*nr$/u, 'nummer'],
    [/(?<=\p{L}{3})nummer$/u, 'nr'],
    // Nouns in -el, -en and -er lose the vowel in the plural.
    [/([kptmg])\1?e([lnr])(?:en)?$/u, '$1$2er'],
    [/([kptmg])([lnr])(?:er|ene)$/u, '$1$1e$2'],
    [/([kptmg])([lnr])(?:er|ene)$/u, '$1e$2'],
  ],
  irregular: irregularWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
