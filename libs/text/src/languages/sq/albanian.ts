import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and definite forms. */
const ENDINGS = 'ave eve ive ëve ëve ët et it ut in un ën së es ë e a i u t n';

export const albanian = defineLanguage({
  code: 'sq',
  script: 'Latin',
  letters: 'ëç',
  stopWords: (
    'dhe është janë ishte kam ka kemi keni kanë nuk një ky kjo këto ata ato ai ajo unë ju ne për nga të së që por ose me prej ' +
    'mbi nën pas para shumë më edhe vetëm nëse kur duhet blejmë'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
