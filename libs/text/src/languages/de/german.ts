import { stemmer } from '@orama/stemmers/german';
import { stopwords } from '@orama/stopwords/german';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Small words as people write them who write as they speak. */
const DIALECT = 'isch nöd nid hät gsi dr ick dit wat nich inne uff och nüscht mia des hob ned';

export const german = defineLanguage({
  code: 'de',
  script: 'Latin',
  letters: 'ßäöü',
  joinsWords: true,
  respellings: [
    [/(?<=\p{L}{3})[-.]*nr$/u, 'nummer'],
    [/(?<=\p{L}{3})nummer$/u, 'nr'],
    [/(?<=\p{L}{3})[-.]*str$/u, 'straße'],
    [/(?<=\p{L}{3})stra(?:ß|ss)e$/u, 'str'],
  ],
  irregular: irregularWords + shortWords,
  stopWords: [...stopwords, ...DIALECT.split(' ')],
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
