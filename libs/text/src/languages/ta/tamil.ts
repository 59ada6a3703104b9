import { stemmer } from '@orama/stemmers/tamil';
import { stopwords } from '@orama/stopwords/tamil';
import { defineLanguage } from '../language';

export const tamil = defineLanguage({
  code: 'ta',
  script: 'Tamil',
  stopWords: stopwords,
  stem: stemmer,
});
