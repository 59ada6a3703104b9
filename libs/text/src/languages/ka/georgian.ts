import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'ებმა ებში ებით ებიდან ებთან ების ებს ები ებ თან დან ისა ის მა ში ზე ით სა ად ს ი მ';

export const georgian = defineLanguage({
  code: 'ka',
  script: 'Georgian',
  stopWords:
    'და არის იყო ეს ის მე შენ ჩვენ თქვენ რომ თუ მაგრამ ან კი უნდა ჩემი შენი მისი ძალიან კიდევ ისევ ერთი როგორც'.split(
      ' ',
    ),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
