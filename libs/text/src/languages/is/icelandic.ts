import type { PartialLanguage } from '../language';

export const icelandic: PartialLanguage = {
  code: 'is',
  script: 'Latin',
  wordKinds: {
    negations: 'nei ekki engin aldrei',
    affirmations: 'já',
    numerals: 'núll einn|eitt tveir|tvær|tvö þrír|þrjár|þrjú fjórir|fjórar|fjögur fimm sex sjö átta níu tíu',
    quantities: 'tuttugu hundrað þúsund helmingur',
    courtesies: 'halló takk',
    reactions: 'gott jæja',
  },
};
