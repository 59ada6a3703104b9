import { stemmer } from '@orama/stemmers/bulgarian';
import { stopwords } from '@orama/stopwords/bulgarian';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const bulgarian = defineLanguage({
  code: 'bg',
  script: 'Cyrillic',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
