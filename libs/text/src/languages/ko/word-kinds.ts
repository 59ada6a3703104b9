import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: '아니 아니요 안 못 없 없다 없어',
  negativeParts: '없 아니',
  affirmations: '네 예',
  numerals: '영 하나|한 둘|두 셋|세 넷|네 다섯 여섯 일곱 여덟 아홉 열',
  quantities: '백 천 절반',
  courtesies: '안녕 안녕하세요 감사합니다 고마워 고마워요 고맙습니다',
  reactions: '알겠습니다 좋아요',
  questions: '뭐 뭘 무엇 무엇을 누구 누구야 누구지 누굴 누가 어디 어디에 언제 왜 어떻게 얼마 몇 어느 무슨',
  corrections: '사실',
  reminders: '기억해 줘|기억해줘|기억해|잊지 마|기억해 주세요',
  that: '라고|이라고|고',
};
