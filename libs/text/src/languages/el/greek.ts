import { stemmer } from '@orama/stemmers/greek';
import { stopwords } from '@orama/stopwords/greek';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { wordKinds } from './word-kinds';

export const greek = defineLanguage({
  code: 'el',
  script: 'Greek',
  irregular: irregularWords,
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
