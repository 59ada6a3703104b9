import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'не няма никога нищо никой без',
  affirmations: 'да',
  numerals: 'нула един|една|едно два|две три четири пет шест седем осем девет десет',
  quantities: 'двадесет сто хиляда половина',
  courtesies: 'здравей здравейте моля благодаря',
  reactions: 'добре добър ден много',
  questions: 'какво кой коя кое кои кого къде кога защо как колко чий',
  corrections: 'всъщност',
  reminders: 'запомни|не забравяй|запиши',
  that: 'че',
};
