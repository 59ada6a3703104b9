import { defineLanguage } from '../language';
import { stripBeginnings } from '../strip-beginnings';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

/** Beginnings of the classes of nouns. */
const BEGINNINGS = 'izin izi isi imi ama aba iin ili ulu uku ubu iz is im in il ul ub um am ab i u o a';

export const zulu = defineLanguage({
  code: 'zu',
  script: 'Latin',
  joinsWords: true,
  stopWords: (
    'futhi kanye noma kodwa ukuthi wami yami zami lami lapho uma njengoba lonke yonke kufanele bona thina mina wena yena lokho leli ' +
    'lolu'
  ).split(' '),
  stem: stripBeginnings(BEGINNINGS.split(' ')),
  dateWords,
  wordKinds,
});
