import { stemmer } from '@orama/stemmers/romanian';
import { stopwords } from '@orama/stopwords/romanian';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const romanian = defineLanguage({
  code: 'ro',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
