import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nei ekki engin aldrei',
  affirmations: 'já',
  numerals:
    'núll einn|eitt tveir|tvær|tvö þrír|þrjár|þrjú fjórir|fjórar|fjögur fimm sex sjö átta níu tíu ellefu tólf þrettán fjórtán fimmtán sextán sautján átján nítján tuttugu',
  quantities: 'tuttugu hundrað þúsund helmingur',
  courtesies: 'halló takk',
  reactions: 'gott jæja',
  questions: 'hvað hver hvern hverjum hvar hvert hvenær hvers vegna hvernig hve hvaða hversu',
};
