import { stemmer } from '@orama/stemmers/italian';
import { stopwords } from '@orama/stopwords/italian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const italian = defineLanguage({
  code: 'it',
  script: 'Latin',
  letters: 'àèéìòù',
  irregular: irregularWords + shortWords,
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
