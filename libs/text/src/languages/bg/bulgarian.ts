import { stemmer } from '@orama/stemmers/bulgarian';
import { stopwords } from '@orama/stopwords/bulgarian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const bulgarian = defineLanguage({
  code: 'bg',
  script: 'Cyrillic',
  letters: 'ъщ',
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
