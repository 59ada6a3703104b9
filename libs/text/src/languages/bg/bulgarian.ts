import { stemmer } from '@orama/stemmers/bulgarian';
import { stopwords } from '@orama/stopwords/bulgarian';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const bulgarian = defineLanguage({
  code: 'bg',
  script: 'Cyrillic',
  letters: 'ъщ',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
