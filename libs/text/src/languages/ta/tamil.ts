import { stemmer } from '@orama/stemmers/tamil';
import { stopwords } from '@orama/stopwords/tamil';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const tamil = defineLanguage({
  code: 'ta',
  script: 'Tamil',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  numberWords,
  wordKinds,
});
