import { newStemmer } from 'snowball-stemmers';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

const snowball = newStemmer('slovene');

export const slovene = defineLanguage({
  code: 'sl',
  script: 'Latin',
  letters: 'čšž',
  stopWords: (
    'in je so sem smo ste bil bila bilo biti ki se na za od iz po ali kot da kako ta to ti moj moja svoj njegov njen nas vas njih že ' +
    'še samo ko če bo bi pri proti tudi pa'
  ).split(' '),
  stem: (word) => snowball.stem(word),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
