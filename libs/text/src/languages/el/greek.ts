import { stemmer } from '@orama/stemmers/greek';
import { stopwords } from '@orama/stopwords/greek';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';

export const greek = defineLanguage({
  code: 'el',
  script: 'Greek',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
});
