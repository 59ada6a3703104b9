import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'unum anna arnir arnar inum inni inn ina num nna ður ar ir um ur na nn in ið i a u r s';

export const icelandic = defineLanguage({
  code: 'is',
  script: 'Latin',
  letters: 'þðáéíóúýæö',
  joinsWords: true,
  stopWords: (
    'og er var eru voru að það sem í á við um til fyrir með en ekki þetta þessi þú ég hann hún þau þeir  mitt mín sinn okkar ætti ' +
    'vera aftur ef þegar mjög líka eða bak'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
