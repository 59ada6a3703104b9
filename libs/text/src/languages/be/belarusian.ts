import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'ямі амі аваць ага яга аму яму ых іх ой ай ую юю аў яў ам ям ах ях ы і а я у ю о е';

export const belarusian = defineLanguage({
  code: 'be',
  script: 'Cyrillic',
  letters: 'ўіыэё',
  stopWords: (
    'і ў у на не што як з за да па ад для але ці або гэта гэты гэтая той тая мой мая свой яго яе іх нас вас ужо яшчэ толькі калі быў ' +
    'была было будзе бы пры каб так'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
