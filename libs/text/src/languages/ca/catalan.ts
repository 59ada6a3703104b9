import { newStemmer } from 'snowball-stemmers';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

const snowball = newStemmer('catalan');

export const catalan = defineLanguage({
  code: 'ca',
  script: 'Latin',
  letters: 'àçèéíïòóúü·',
  stopWords: (
    'els les una uns unes del dels al als amb per però que com són era eren ser està estan han hem havia va van vaig seu seva meu meva ' +
    'aquest aquesta això allò també molt més només quan si hi ho ens  li fer fa on i o de la el en'
  ).split(' '),
  stem: (word) => snowball.stem(word),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
