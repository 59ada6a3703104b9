import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'ዎቹን ኦቹን ዎቹ ውን ዋን ዎች ኑን ው ን ም ዋ';

export const amharic = defineLanguage({
  code: 'am',
  script: 'Ethiopic',
  stopWords: 'እና ነው ናቸው ነበር ይህ ያ እኔ አንተ አንቺ እሱ እሷ እኛ ግን ወይም ላይ ውስጥ ከ ለ በ እንደ ሁሉ አለ'.split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  dateWords,
  numberWords,
  wordKinds,
});
