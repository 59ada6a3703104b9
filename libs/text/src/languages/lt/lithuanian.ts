import { stemmer } from '@orama/stemmers/lithuanian';
import { stopwords } from '@orama/stopwords/lithuanian';
import { defineLanguage } from '../language';

export const lithuanian = defineLanguage({
  code: 'lt',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
});
