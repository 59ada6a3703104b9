import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';
import { stemHebrew } from './stem-hebrew';

export const hebrew = defineLanguage({
  code: 'he',
  script: 'Hebrew',
  stopWords: (
    'של את על לא זה עם הוא היא הם הן אני אתה את אנחנו אתם מה מי איפה מתי איך למה כמה איזה יש אין גם כי אם או אבל רק ' +
    'כל היה הייתה היו להיות אז כאן שם זו זאת אלה אלו בין עד אחרי לפני שלי שלך שלו שלה שלנו שלהם לי לך לו לה לנו להם ' +
    'בו בה אותו אותה אותי'
  ).split(' '),
  stem: stemHebrew,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
