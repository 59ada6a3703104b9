import type { PartialLanguage } from '../language';

export const tagalog: PartialLanguage = {
  code: 'tl',
  script: 'Latin',
  wordKinds: {
    negations: 'hindi wala',
    affirmations: 'oo',
    numerals: 'sero isa dalawa tatlo apat lima anim pito walo siyam sampu',
    quantities: 'isandaan daan libo kalahati',
    courtesies: 'kumusta salamat',
    reactions: 'sige',
  },
};
