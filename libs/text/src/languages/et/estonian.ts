import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'dele dest dega test tele tega sse des del ega ste te id de le lt st ga ks ni na ta d t s l i e a u';

export const estonian = defineLanguage({
  code: 'et',
  script: 'Latin',
  letters: 'õäöüšž',
  joinsWords: true,
  stopWords: (
    'ja on oli ei ole  seda selle ma sa ta me te nad minu sinu tema meie teie nende mu su kui aga või ka et siis veel jälle juba ' +
    'välja peale kohta üle kuni'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
