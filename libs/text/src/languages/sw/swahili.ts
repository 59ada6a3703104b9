import { defineLanguage } from '../language';
import { stripBeginnings } from '../strip-beginnings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Beginnings of the classes of nouns. */
const BEGINNINGS = 'wa wi vi ki mi ma m u';

export const swahili = defineLanguage({
  code: 'sw',
  script: 'Latin',
  stopWords: (
    'na ya wa za la cha vya kwa ni katika hii hiyo huu huo mimi wewe yeye sisi wao yangu yako yake yetu lakini au kama tena pia sana ' +
    'kila ambayo ambao baada kabla'
  ).split(' '),
  stem: stripBeginnings(BEGINNINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
