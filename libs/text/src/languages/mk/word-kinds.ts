import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'не нема никогаш ништо никој без',
  affirmations: 'да',
  numerals: 'нула еден|една|едно два|две три четири пет шест седум осум девет десет',
  quantities: 'дваесет сто илјада половина',
  courtesies: 'здраво благодарам молам',
  reactions: 'добро добар ден супер утро',
  questions: 'што кој кого каде кога зошто како колку која кое чиј',
};
