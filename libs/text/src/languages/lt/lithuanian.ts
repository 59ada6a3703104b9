import { stemmer } from '@orama/stemmers/lithuanian';
import { stopwords } from '@orama/stopwords/lithuanian';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const lithuanian = defineLanguage({
  code: 'lt',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
