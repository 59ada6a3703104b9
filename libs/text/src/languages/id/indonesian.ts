import { stemmer } from '@orama/stemmers/indonesian';
import { stopwords } from '@orama/stopwords/indonesian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const indonesian = defineLanguage({
  code: 'id',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
