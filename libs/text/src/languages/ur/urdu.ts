import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'وں یں یاں ے ی';

export const urdu = defineLanguage({
  code: 'ur',
  script: 'Arabic',
  letters: 'ٹڈڑںےہگپچ',
  stopWords: (
    'اور کا کی کے میں سے کو پر ہے ہیں تھا تھی تھے نے یہ وہ اس ان کہ بھی تو ہی جو یا اپنا میرا میری ہم تم آپ ہو رہا رہی رہے گا گی گے ' +
    'لیے ساتھ کیا کر دیا گیا'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
