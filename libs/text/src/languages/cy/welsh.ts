import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { unmutate } from './unmutate';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const welsh = defineLanguage({
  code: 'cy',
  script: 'Latin',
  letters: 'ŵŷâêîôû',
  stopWords: (
    'mae oedd roedd yw ydy yn ar am gan wedi bod ond hefyd fel pan os fy dy ei ein eich eu hwn hon hyn hynny chi ni nhw fi ti y yr ' +
    'iawn eto bydd ddim'
  ).split(' '),
  stem: unmutate,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
