import { stemmer } from '@orama/stemmers/russian';
import { stopwords } from '@orama/stopwords/russian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const russian = defineLanguage({
  code: 'ru',
  script: 'Cyrillic',
  isCommonOfScript: true,
  letters: 'ыэё',
  irregular: irregularWords + shortWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
