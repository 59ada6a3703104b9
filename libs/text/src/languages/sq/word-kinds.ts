import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'jo nuk kurrë asgjë askush pa mos',
  affirmations: 'po',
  numerals: 'zero një dy tre|tri katër pesë gjashtë shtatë tetë nëntë dhjetë',
  quantities: 'njëzet njëqind mijë gjysmë',
  courtesies: 'përshëndetje faleminderit lutem',
  reactions: 'mirë mirëmëngjes',
  questions: 'çfarë kush kë kujt ku kur pse si sa cili cila cilët',
  corrections: 'vërtet',
  reminders: 'mbaj mend|mos harro|kujto',
  that: 'që',
};
