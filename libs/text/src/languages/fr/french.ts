import { stemmer } from '@orama/stemmers/french';
import { stopwords } from '@orama/stopwords/french';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const french = defineLanguage({
  code: 'fr',
  script: 'Latin',
  letters: 'àâçéèêëîïôœùû',
  irregular: irregularWords + shortWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
