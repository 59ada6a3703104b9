import { stemmer } from '@orama/stemmers/indonesian';
import { stopwords } from '@orama/stopwords/indonesian';
import { defineLanguage } from '../language';
import { wordKinds } from './word-kinds';

export const indonesian = defineLanguage({
  code: 'id',
  script: 'Latin',
  stopWords: stopwords,
  stem: stemmer,
  wordKinds,
});
