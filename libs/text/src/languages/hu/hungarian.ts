import { stemmer } from '@orama/stemmers/hungarian';
import { stopwords } from '@orama/stopwords/hungarian';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const hungarian = defineLanguage({
  code: 'hu',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
