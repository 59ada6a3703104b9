import { stemmer } from '@orama/stemmers/greek';
import { stopwords } from '@orama/stopwords/greek';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const greek = defineLanguage({
  code: 'el',
  script: 'Greek',
  irregular: irregularWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
