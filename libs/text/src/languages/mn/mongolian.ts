import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS =
  'уудыг үүдийг уудын үүдийн ууд үүд ийг ыг ийн ын гийн аас ээс оос өөс аар ээр оор өөр тай тэй той ад эд д т аа ээ оо өө г';

export const mongolian = defineLanguage({
  code: 'mn',
  script: 'Cyrillic',
  letters: 'өүыэё',
  stopWords: (
    'бол байна байсан энэ тэр би чи та бид тэд нь ба болон юм билээ дээр дотор гэж гэсэн миний чиний түүний манай хэрэгтэй байгаа илүү ' +
    'дахиад'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  dateWords,
  numberWords,
  wordKinds,
});
