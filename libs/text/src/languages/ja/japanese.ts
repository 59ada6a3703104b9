import { stopwords } from '@orama/stopwords/japanese';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const japanese = defineLanguage({
  code: 'ja',
  script: 'Hiragana',
  stopWords: stopwords,
  dateWords,
  wordKinds,
});
