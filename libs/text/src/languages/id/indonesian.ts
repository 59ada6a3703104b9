import { stemmer } from '@orama/stemmers/indonesian';
import { stopwords } from '@orama/stopwords/indonesian';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const indonesian = defineLanguage({
  code: 'id',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
