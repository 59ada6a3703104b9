import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'жоқ емес ешқашан ешкім ештеңе',
  affirmations: 'иә',
  numerals: 'нөл бір екі үш төрт бес алты жеті сегіз тоғыз он',
  quantities: 'жиырма жүз мың жарты',
  courtesies: 'сәлем рахмет өтінемін',
  reactions: 'жақсы жарайды қайырлы таң',
  questions: 'не кім кімді қайда қашан неге қалай қанша қай неше немене',
};
