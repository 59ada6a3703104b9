import { stemmer } from '@orama/stemmers/arabic';
import { stopwords } from '@orama/stopwords/arabic';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const arabic = defineLanguage({
  code: 'ar',
  script: 'Arabic',
  isCommonOfScript: true,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
