import { stemmer } from '@orama/stemmers/turkish';
import { stopwords } from '@orama/stopwords/turkish';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const turkish = defineLanguage({
  code: 'tr',
  script: 'Latin',
  letters: 'öüçığşâ',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
