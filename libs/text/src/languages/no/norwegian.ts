import { stemmer } from '@orama/stemmers/norwegian';
import { stopwords } from '@orama/stopwords/norwegian';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const norwegian = defineLanguage({
  code: 'no',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
