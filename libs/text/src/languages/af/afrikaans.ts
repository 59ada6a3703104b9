import { stemmer } from '@orama/stemmers/dutch';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const afrikaans = defineLanguage({
  code: 'af',
  script: 'Latin',
  letters: 'êëŉ',
  joinsWords: true,
  stopWords: (
    'die het en van vir met nie ek jy hy sy ons hulle julle dit wat was sal kan moet  om te aan op by uit oor maar ook soos ' +
    'hierdie daardie weer nog toe dat sê gesê waar baie'
  ).split(' '),
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
