import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'cha hhayi akukho ngaphandle',
  affirmations: 'yebo',
  numerals:
    'zero|iqanda kunye|eyodwa kubili|ezimbili kuthathu|ezintathu kune|ezine kuhlanu|ezinhlanu isithupha isikhombisa isishiyagalombili ' +
    'isishiyagalolunye ishumi',
  quantities: 'amashumi ikhulu inkulungwane uhhafu',
  courtesies: 'sawubona ngiyabonga ngicela',
  reactions: 'kulungile kuhle ekuseni',
  questions: 'ini yini ubani ngubani kuphi uphi iphi ukuphi nini ngobani kanjani malini ngaki yiphi utheni ngenzeni',
};
