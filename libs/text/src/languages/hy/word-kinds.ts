import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ոչ չէ երբեք առանց',
  affirmations: 'այո',
  numerals: 'զրո մեկ երկու երեք չորս հինգ վեց յոթ ութ ինը տասը|տաս',
  quantities: 'քսան հարյուր հազար կես',
  courtesies: 'բարև շնորհակալություն խնդրեմ',
  reactions: 'լավ շատ',
  questions: 'ինչ ի՞նչ ով ո՞վ ում որտեղ որտե՞ղ երբ ե՞րբ ինչու ինչո՞ւ ինչպես որքան ինչքան ինչքա՞ն քանի որ',
};
