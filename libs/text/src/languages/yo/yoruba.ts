import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const yoruba = defineLanguage({
  code: 'yo',
  script: 'Latin',
  letters: 'ẹọṣáàéèíìóòúù',
  stopWords: 'tí ní  àti pẹ̀lú sí láti ṣùgbọ́n àwọn  mo wa mi  kan ṣe wà ń yìí náà ti'.split(' '),
  dateWords,
  wordKinds,
});
