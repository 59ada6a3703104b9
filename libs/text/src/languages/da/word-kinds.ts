import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nej ikke aldrig ingen intet ingenting uden',
  affirmations: 'ja jo',
  numerals:
    'nul én|ét|en|et to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve',
  quantities: 'tyve hundrede tusind halvdelen',
  courtesies: 'hej hejsa tak',
  reactions: 'god morgen godt mange',
  questions: 'hvad hvem hvor hvornår hvorfor hvordan hvilken hvilket hvilke hvis',
  corrections: 'faktisk egentlig',
  reminders: 'husk|glem ikke|noter',
  that: 'at',
};
