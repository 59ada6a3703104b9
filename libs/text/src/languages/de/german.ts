import { stemmer } from '@orama/stemmers/german';
import { stopwords } from '@orama/stopwords/german';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const german = defineLanguage({
  code: 'de',
  script: 'Latin',
  letters: 'ßäöü',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
