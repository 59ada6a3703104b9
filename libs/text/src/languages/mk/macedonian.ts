import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'овите евите ите ата ото от ови еви и а о е';

export const macedonian = defineLanguage({
  code: 'mk',
  script: 'Cyrillic',
  letters: 'ѓќѕјљњџ',
  stopWords: (
    'и е се сум сме беше кој која кое на за од во со по но или како дека овој оваа ова тој таа тоа мој моја свој негов нејзин нас вас ' +
    'уште само кога ако ќе би при го ги ја му'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
