import { stopwords } from '@orama/stopwords/japanese';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Words of three letters and more that connect, ask politely and address. */
const CONNECTING =
  'ください だから について ちゃん だった でした ました ません でしょう だろう ながら けれど けれども しかし それから そして または こちら そちら あちら いつも とても ' +
  'すごく たくさん ところ ために ような ように みたい らしい しれ しまっ もらっ もらう あげる くれる できる できた ここ そこ みんな よろしく おねがい ありがとう なんか ちょっと';

export const japanese = defineLanguage({
  code: 'ja',
  script: 'Hiragana',
  stopWords: [...stopwords, ...CONNECTING.split(' ')],
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
