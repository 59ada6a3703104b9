import { stemmer } from '@orama/stemmers/lithuanian';
import { stopwords } from '@orama/stopwords/lithuanian';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const lithuanian = defineLanguage({
  code: 'lt',
  script: 'Latin',
  letters: 'ąęčėįšųūž',
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
