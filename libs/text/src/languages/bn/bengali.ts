import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'গুলোকে গুলোর গুলো গুলি টির টিকে রা দের ের কে তে টি টা র েছিলাম েছিল েছেন েছি েছে ে';

export const bengali = defineLanguage({
  code: 'bn',
  script: 'Bengali',
  stopWords: (
    'এবং ও এই সেই আমি তুমি আপনি সে আমরা তারা আমার তোমার তার আছে ছিল হয় হবে করে করা জন্য থেকে সঙ্গে কিন্তু বা যে যদি না একটু আবার আরও ' +
    'উচিত'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
