import { stemmer } from '@orama/stemmers/turkish';
import { stopwords } from '@orama/stopwords/turkish';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const turkish = defineLanguage({
  code: 'tr',
  script: 'Latin',
  letters: 'öüçığşâ',
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
