import { stemmer } from '@orama/stemmers/ukrainian';
import { stopwords } from '@orama/stopwords/ukrainian';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';

export const ukrainian = defineLanguage({
  code: 'uk',
  script: 'Cyrillic',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
});
