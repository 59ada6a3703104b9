import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nem ne soha nincs sem nélkül',
  affirmations: 'igen',
  numerals:
    'nulla egy kettő|két három négy öt hat hét nyolc kilenc tíz tizenegy tizenkettő tizenhárom tizennégy tizenöt tizenhat tizenhét tizennyolc tizenkilenc húsz',
  quantities: 'húsz száz ezer fele',
  courtesies: 'szia kérem köszönöm helló',
  reactions: 'jó reggelt napot estét rendben nagyon',
  questions: 'mi mit ki kit kinek hol hova mikor miért hogyan hogy mennyi hány melyik miről meddig',
  corrections: 'valójában mégis',
  reminders: 'jegyezd meg|ne felejtsd el|emlékezz',
  that: 'hogy',
};
