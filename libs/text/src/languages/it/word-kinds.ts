import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'no non mai niente nulla nessuno nessuna senza né neanche nemmeno',
  affirmations: 'sì si',
  numerals:
    'zero un|una|uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
  quantities: 'venti trenta cento mille primo prima secondo terzo mezzo metà',
  opposites: 'prima dopo più meno sempre deve può soltanto tranne tutti alcuni ogni vero falso ieri domani',
  courtesies: 'ciao allora beh grazie prego buongiorno buonasera',
  reactions: 'mille va bene',
  corrections: 'adesso anzi realtà',
  questions: 'che cosa chi dove quando perché come quanto quanta quanti quante quale quali',
  functionWords:
    'il lo la i gli le un una di del della e è sono era a al in nel che io tu lui lei noi voi loro mio mia tuo suo questo questa ' +
    'per su con ma ho hai ha hanno ci si mi ti',
  reminders: 'ricorda|ricordati|non dimenticare|tieni a mente|segnati|annota',
  that: 'che',
};
