import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'šanas šanu iem ajā ajiem ajās ēm ām īm is us as es os ās ēs ā ē ī ū a e i o u s š';

export const latvian = defineLanguage({
  code: 'lv',
  script: 'Latin',
  letters: 'āēīūģķļņčšž',
  stopWords: (
    'un ir bija būs nav kas ka kā vai bet arī par pie ar uz no līdz pēc pirms tas tā tie tās šis šī mans mana mūsu savs viņš viņa viņi ' +
    'es tu mēs jūs jau vēl tikai ja kad lai  mums vajag'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  dateWords,
  numberWords,
  wordKinds,
});
