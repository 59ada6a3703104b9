import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'не није нису никад никада ништа нико без нема',
  affirmations: 'да',
  numerals: 'нула један|једна|једно два|две три четири пет шест седам осам девет десет',
  quantities: 'двадесет сто хиљада пола',
  courtesies: 'здраво хвала молим поздрав',
  reactions: 'добро добар дан супер јутро',
  questions: 'шта што ко кога коме где када кад зашто како колико који која које чији',
  corrections: 'заправо',
  reminders: 'запамти|не заборави|забележи|упамти',
  that: 'да',
};
