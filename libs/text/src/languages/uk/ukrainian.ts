import { stopwords } from '@orama/stopwords/ukrainian';
import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Small words that the list of the package lacks. */
const MORE = 'мій моя моє мої твій свій через два дві цей ця цього або від вже ще тільки буде було були був дуже коли';

export const ukrainian = defineLanguage({
  code: 'uk',
  script: 'Cyrillic',
  letters: 'іїєґ',
  stopWords: [...stopwords, ...MORE.split(' ')],
  // That of @orama/stemmers keeps most cases of nouns and adjectives apart.
  stem: stripEndings(
    (
      'ами ями ові еві єві ого його ому йому ими їми ій ої ою ею єю ам ям ах ях ів їв ом ем єм им їм их їх ий їй ' +
      'ала ила іла али или іли ав ив ів ати ити іти ють уть ать ять ить їть а я у ю і ї и е є о ь й'
    ).split(' '),
  ),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
