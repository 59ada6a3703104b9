import type { PartialLanguage } from '../language';

export const estonian: PartialLanguage = {
  code: 'et',
  script: 'Latin',
  wordKinds: {
    negations: 'ei mitte ilma',
    affirmations: 'jah',
    numerals: 'null üks kaks kolm neli viis kuus seitse kaheksa üheksa kümme',
    quantities: 'kakskümmend sada tuhat pool',
    courtesies: 'tere palun aitäh',
    reactions: 'hea hästi',
  },
};
