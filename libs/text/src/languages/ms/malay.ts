import { stemmer } from '@orama/stemmers/indonesian';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const malay = defineLanguage({
  code: 'ms',
  script: 'Latin',
  stopWords: (
    'yang dan itu ini di ke dari untuk dengan pada adalah saya awak kamu dia kami kita mereka akan telah sudah tidak ada oleh atau ' +
    'tetapi juga lebih lagi boleh sangat patut apabila kerana'
  ).split(' '),
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
