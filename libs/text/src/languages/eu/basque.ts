import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases and numbers. */
const ENDINGS =
  'rekin rek rra rri entzat arekin ekin etatik etara etako etan aren rik tik rentzat ren eko ak ek en an ra ko k ri i a';

export const basque = defineLanguage({
  code: 'eu',
  script: 'Latin',
  letters: 'ñ',
  stopWords: (
    'eta da dira zen ziren dago daude edo baina bat hau hori hura hauek horiek nire zure bere gure ere oso ez egin dut du dute zuen ' +
    'nuen zuten behar ni zu gu'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  dateWords,
  numberWords,
  wordKinds,
});
