import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';
import { stripEndings } from '../strip-endings';

export const polish = defineLanguage({
  code: 'pl',
  script: 'Latin',
  letters: 'łąężśćńóź',
  irregular: irregularWords + shortWords,
  stopWords: (
    'a aby ale am ani asz aż bo bardzo by być był była było były będzie będą ci co czy czyj dla do gdy gdzie go i ' +
    'ich ile im inne inny ja jak jaka jaki jakie jako je jego jej jest jeszcze jeśli już każdy kiedy kto która ' +
    'które który ma mam mi mnie mną moja moje mój może mu my na nad nas nasz nich nie niej nim niż no o od on ona ' +
    'one oni ono oraz po pod przed przez przy są się skąd swoje ta tak także tam te tego tej ten to tobie tu twoja ' +
    'twój ty tym u w we więc wszystko wy z za ze że'
  ).split(' '),
  stem: stripEndings([
    'ami',
    'ach',
    'owie',
    'owi',
    'iego',
    'ego',
    'iemu',
    'emu',
    'ymi',
    'imi',
    'iej',
    'iem',
    'em',
    'om',
    'ów',
    'ej',
    'ym',
    'im',
    'ie',
    'ia',
    'ią',
    'ię',
    'a',
    'ą',
    'e',
    'ę',
    'i',
    'o',
    'u',
    'y',
  ]),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
