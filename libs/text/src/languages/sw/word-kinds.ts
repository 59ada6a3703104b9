import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'hapana siyo si',
  affirmations: 'ndiyo',
  numerals: 'sifuri moja mbili tatu nne tano sita saba nane tisa kumi',
  quantities: 'ishirini mia elfu nusu',
  courtesies: 'habari asante tafadhali',
  reactions: 'sawa nzuri sana',
  questions: 'nini nani wapi lini gani kwa vipi ngapi',
  corrections: 'kweli',
  reminders: 'kumbuka|usisahau',
  that: 'kwamba|kuwa',
};
