import { stemmer } from '@orama/stemmers/romanian';
import { stopwords } from '@orama/stopwords/romanian';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const romanian = defineLanguage({
  code: 'ro',
  script: 'Latin',
  letters: 'țșăâî',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
