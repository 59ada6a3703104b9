import { stemmer } from '@orama/stemmers/portuguese';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const galician = defineLanguage({
  code: 'gl',
  script: 'Latin',
  letters: 'ñáéíóú',
  stopWords: (
    'os unha uns unhas do da dos das no na nos nas co coa polo pola que é son era eran foi está están ten teñen cando como pero ou ' +
    'tamén moi máis só ao aos á ás seu súa meu miña este esta isto ese iso nós vós eles lle lles'
  ).split(' '),
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
