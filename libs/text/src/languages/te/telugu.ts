import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'లను లకు లతో లలో లు ను ని కి కు తో లో';

export const telugu = defineLanguage({
  code: 'te',
  script: 'Telugu',
  stopWords: 'మరియు ఒక ఈ ఆ అది ఇది నేను మేము మీరు వారు అతను ఆమె నా మా మీ ఉంది ఉన్న అని కూడా కానీ కోసం'.split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  dateWords,
  numberWords,
  wordKinds,
});
