import { stopwords } from '@orama/stopwords/mandarin';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';

export const chinese = defineLanguage({
  code: 'zh',
  script: 'Han',
  stopWords: stopwords,
  stem: (word) => word,
  dateWords,
});
