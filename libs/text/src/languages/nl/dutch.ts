import { stemmer } from '@orama/stemmers/dutch';
import { stopwords } from '@orama/stopwords/dutch';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const dutch = defineLanguage({
  code: 'nl',
  script: 'Latin',
  letters: 'ëéï',
  joinsWords: true,
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
