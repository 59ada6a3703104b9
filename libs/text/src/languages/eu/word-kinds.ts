import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ez inoiz ezer inor gabe',
  affirmations: 'bai',
  numerals: 'zero bat bi hiru lau bost sei zazpi zortzi bederatzi hamar',
  quantities: 'hogei ehun mila erdi',
  courtesies: 'kaixo eskerrik asko mesedez',
  reactions: 'ondo egun ados',
  questions: 'zer nor nork nori noren non nora noiz zergatik nola zenbat zein zeinek',
};
