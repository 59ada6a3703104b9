import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';
import { stemKorean } from './stem-korean';

export const korean = defineLanguage({
  code: 'ko',
  script: 'Hangul',
  stopWords: (
    '은 는 이 가 을 를 의 에 와 과 도 로 으로 그 저 것 수 등 및 나 너 우리 무엇 뭐 뭘 누가 누구 어디 어디에 언제 왜 어떻게 얼마 몇 있다 있어 있어요 있습니다 있나요 이다 입니다 하다 ' +
    '해요 합니다 했다 했어 했어요 했습니다 그리고 그런데 하지만 아니 네'
  ).split(' '),
  stem: stemKorean,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
