import { stemmer } from '@orama/stemmers/armenian';
import { stopwords } from '@orama/stopwords/armenian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const armenian = defineLanguage({
  code: 'hy',
  script: 'Armenian',
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
