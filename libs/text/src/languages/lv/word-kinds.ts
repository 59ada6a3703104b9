import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nē nav nekad nekas neviens bez',
  affirmations: 'jā',
  numerals:
    'nulle viens|viena divi|divas trīs četri|četras pieci|piecas seši|sešas septiņi|septiņas astoņi|astoņas deviņi|deviņas desmit vienpadsmit divpadsmit trīspadsmit četrpadsmit piecpadsmit sešpadsmit septiņpadsmit astoņpadsmit deviņpadsmit divdesmit',
  quantities: 'divdesmit simts tūkstotis puse',
  courtesies: 'sveiki paldies lūdzu čau',
  reactions: 'labi labrīt labdien super',
  questions: 'kas kurš kura kam ko kur kad kāpēc kā cik kāds kāda',
  corrections: 'patiesībā',
  reminders: 'atceries|neaizmirsti',
  that: 'ka',
};
