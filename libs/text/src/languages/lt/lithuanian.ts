import { stemmer } from '@orama/stemmers/lithuanian';
import { stopwords } from '@orama/stopwords/lithuanian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const lithuanian = defineLanguage({
  code: 'lt',
  script: 'Latin',
  letters: 'ąęčėįšųūž',
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
