import { stemmer } from '@orama/stemmers/indian';
import { stopwords } from '@orama/stopwords/indian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const hindi = defineLanguage({
  code: 'hi',
  script: 'Devanagari',
  isCommonOfScript: true,
  respellings: [
    [/(?<=..)जी$/u, ''],
    [/(?<=..)(?<!जी)$/u, 'जी'],
    [/ऑ/gu, 'आ'],
    [/आ/gu, 'ऑ'],
    [/ॉ/gu, 'ा'],
  ],
  stopWords: stopwords,
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
