import { newStemmer } from 'snowball-stemmers';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

const snowball = newStemmer('basque');

export const basque = defineLanguage({
  code: 'eu',
  script: 'Latin',
  letters: 'ñ',
  stopWords: (
    'eta da dira zen ziren dago daude edo baina bat hau hori hura hauek horiek nire zure bere gure ere oso ez egin dut du dute zuen ' +
    'nuen zuten behar ni zu gu'
  ).split(' '),
  stem: (word) => snowball.stem(word),
  dateWords,
  wordKinds,
});
