import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS =
  'ami ách iam iach ovi ého ému ými ých iek ov om ou ej ým ich im mi ia ie iu ne ni ní y a e i o u á é í ý ú';

export const slovak = defineLanguage({
  code: 'sk',
  script: 'Latin',
  letters: 'áéíóúýľĺŕôäčťňšžď',
  stopWords: (
    'a je sú som si sme bol bola bolo boli byť ktorý ktorá ktoré sa na do od zo po ale alebo ako že tento táto toto ten tá môj moja ' +
    'svoj jeho jej ich nás vás už ešte len keď ak nie bude by pri pre podľa aj tak'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
