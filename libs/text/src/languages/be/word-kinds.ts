import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'не няма ніколі нічога ніхто без',
  affirmations: 'так',
  numerals: 'нуль адзін|адна|адно два|дзве тры чатыры пяць шэсць сем восем дзевяць дзесяць',
  quantities: 'дваццаць сто тысяча палова',
  courtesies: 'прывітанне дзякуй ласка',
  reactions: 'добра добры дзень раніцы',
  questions: 'што хто каго каму дзе куды калі чаму як колькі які якая якое чый',
};
