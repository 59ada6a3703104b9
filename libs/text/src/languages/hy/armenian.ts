import { stemmer } from '@orama/stemmers/armenian';
import { stopwords } from '@orama/stopwords/armenian';
import { defineLanguage } from '../language';

export const armenian = defineLanguage({
  code: 'hy',
  script: 'Armenian',
  stopWords: stopwords,
  stem: stemmer,
});
