import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'inte nej aldrig ingen inget ingenting utan',
  affirmations: 'ja jo',
  numerals:
    'noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo',
  quantities: 'tjugo hundra tusen hälften',
  courtesies: 'hej tjena tack snälla',
  reactions: 'god morgon bra mycket okej',
  questions: 'vad vem vilka vilken vilket var vart när varför hur',
  corrections: 'faktiskt egentligen',
  reminders: 'kom ihåg|glöm inte|tänk på|notera',
  that: 'att',
};
