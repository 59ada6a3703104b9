import { stemmer } from '@orama/stemmers/danish';
import { stopwords } from '@orama/stopwords/danish';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { wordKinds } from './word-kinds';

export const danish = defineLanguage({
  code: 'da',
  script: 'Latin',
  letters: 'øåæé',
  joinsWords: true,
  irregular: irregularWords,
  stopWords: stopwords,
  stem: stemmer,
  dateWords,
  wordKinds,
});
