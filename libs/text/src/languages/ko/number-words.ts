import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '1 일|2 이|3 삼|4 사|5 오|6 육|7 칠|8 팔|9 구|*10 십|20 스물 스무|30 서른|40 마흔|50 쉰|60 예순|70 일흔|80 여든|90 아흔|*100 백|*1000 천|*10000 만|*100000000 억',
  joins: true,
};
