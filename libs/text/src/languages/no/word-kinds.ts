import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nei ikke ikkje aldri ingen ingenting uten uden',
  affirmations: 'ja jo',
  numerals:
    'null én|ett|en|et to tre fire fem seks sju|syv åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tjue',
  quantities: 'tjue hundre tusen halvparten',
  courtesies: 'hei takk vennligst',
  reactions: 'god morgen bra mange',
  questions: 'hva hvem hvor når hvorfor hvordan hvilken hvilket hvilke kva kven kor',
  corrections: 'faktisk egentlig',
  reminders: 'husk|ikke glem|glem ikke|noter',
  that: 'at',
};
