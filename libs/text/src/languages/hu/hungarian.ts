import { stemmer } from '@orama/stemmers/hungarian';
import { stopwords } from '@orama/stopwords/hungarian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const hungarian = defineLanguage({
  code: 'hu',
  script: 'Latin',
  letters: 'áéíóöőúüű',
  joinsWords: true,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
