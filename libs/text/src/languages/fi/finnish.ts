import { stemmer } from '@orama/stemmers/finnish';
import { stopwords } from '@orama/stopwords/finnish';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';

export const finnish = defineLanguage({
  code: 'fi',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  hasCompounds: true,
  dateWords,
});
