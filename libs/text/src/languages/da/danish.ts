import { stemmer } from '@orama/stemmers/danish';
import { stopwords } from '@orama/stopwords/danish';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const danish = defineLanguage({
  code: 'da',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
