import { stopwords } from '@orama/stopwords/mandarin';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const chinese = defineLanguage({
  code: 'zh',
  script: 'Han',
  stopWords: stopwords,
  dateWords,
  wordKinds,
});
