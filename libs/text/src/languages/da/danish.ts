import { stemmer } from '@orama/stemmers/danish';
import { stopwords } from '@orama/stopwords/danish';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const danish = defineLanguage({
  code: 'da',
  script: 'Latin',
  letters: 'øåæé',
  joinsWords: true,
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
