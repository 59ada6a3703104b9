import { stemmer } from '@orama/stemmers/tamil';
import { stopwords } from '@orama/stopwords/tamil';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const tamil = defineLanguage({
  code: 'ta',
  script: 'Tamil',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
