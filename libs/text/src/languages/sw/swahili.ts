import type { PartialLanguage } from '../language';

export const swahili: PartialLanguage = {
  code: 'sw',
  script: 'Latin',
  wordKinds: {
    negations: 'hapana siyo si',
    affirmations: 'ndiyo',
    numerals: 'sifuri moja mbili tatu nne tano sita saba nane tisa kumi',
    quantities: 'ishirini mia elfu nusu',
    courtesies: 'habari asante tafadhali',
    reactions: 'sawa nzuri sana',
  },
};
