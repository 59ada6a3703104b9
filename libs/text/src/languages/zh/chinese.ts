import { stopwords } from '@orama/stopwords/mandarin';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const chinese = defineLanguage({
  code: 'zh',
  script: 'Han',
  stopWords: stopwords,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
