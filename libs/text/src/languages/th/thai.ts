import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const thai = defineLanguage({
  code: 'th',
  script: 'Thai',
  stopWords: 'และ ที่ ใน ของ เป็น มี ได้ ไม่ จะ ให้ กับ แต่ หรือ นี้ นั้น ฉัน ผม เรา คุณ เขา อยู่ ว่า ก็ แล้ว อีก ต้อง'.split(' '),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
