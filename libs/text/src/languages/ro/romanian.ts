import { stemmer } from '@orama/stemmers/romanian';
import { stopwords } from '@orama/stopwords/romanian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const romanian = defineLanguage({
  code: 'ro',
  script: 'Latin',
  letters: 'țșăâî',
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
