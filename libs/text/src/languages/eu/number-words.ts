import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '11 hamaika|12 hamabi|13 hamahiru|14 hamalau|15 hamabost|16 hamasei|17 hamazazpi|18 hemezortzi|19 hemeretzi|20 hogei|40 berrogei|60 hirurogei|' +
    '80 laurogei|100 ehun|200 berrehun|300 hirurehun|400 laurehun|500 bostehun|600 seiehun|700 zazpiehun|800 zortziehun|900 bederatziehun|' +
    '*1000 mila|*1000000 milioi',
  and: 'eta ta',
  joins: true,
  byTwenty: true,
};
