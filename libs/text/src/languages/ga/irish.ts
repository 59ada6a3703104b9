import { newStemmer } from 'snowball-stemmers';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

const snowball = newStemmer('irish');

export const irish = defineLanguage({
  code: 'ga',
  script: 'Latin',
  letters: 'áéíóú',
  stopWords: (
    'agus tá bhí bhfuil níl atá raibh sé sí siad muid sinn mé tú ar ag le ó  na an leis aige aici acu arís faoi chun nó ach mar gur ' +
    ' seo anois mo do ár'
  ).split(' '),
  stem: (word) => snowball.stem(word),
  dateWords,
  numberWords,
  wordKinds,
});
