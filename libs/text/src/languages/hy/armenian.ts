import { stemmer } from '@orama/stemmers/armenian';
import { stopwords } from '@orama/stopwords/armenian';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const armenian = defineLanguage({
  code: 'hy',
  script: 'Armenian',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
