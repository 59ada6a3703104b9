import { stemmer } from '@orama/stemmers/indian';
import { stopwords } from '@orama/stopwords/indian';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';

export const hindi = defineLanguage({
  code: 'hi',
  script: 'Devanagari',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
});
