import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const tagalog = defineLanguage({
  code: 'tl',
  script: 'Latin',
  letters: 'ñ',
  stopWords: (
    'ang mga ng sa na ay si ni kay at o pero kung para  mayroon ito iyan iyon ako ikaw siya kami tayo sila ko mo niya natin namin ' +
    'ung yung nga naman ba po din rin dapat'
  ).split(' '),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
