import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ei mitte ilma',
  affirmations: 'jah',
  numerals:
    'null üks kaks kolm neli viis kuus seitse kaheksa üheksa kümme üksteist kaksteist kolmteist neliteist viisteist kuusteist seitseteist kaheksateist üheksateist kakskümmend',
  quantities: 'kakskümmend sada tuhat pool',
  courtesies: 'tere palun aitäh',
  reactions: 'hea hästi',
  questions: 'mis mida kes keda kelle kus kuhu millal miks kuidas kui palju mitu milline millist millest',
  corrections: 'tegelikult',
  reminders: 'jäta meelde|ära unusta|pea meeles',
  that: 'et',
};
