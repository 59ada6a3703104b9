import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ne bez žádný nikdy není nejsem nechci nikoli nic nikdo',
  affirmations: 'ano',
  numerals:
    'nula jeden|jedna|jedno dva|dvě tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct dvacet',
  quantities: 'dvacet sto tisíc polovina',
  courtesies: 'ahoj dobrý den prosím děkuji',
  reactions: 'dobře jasně dobré ráno moc',
  questions: 'co kdo koho komu kde kam kdy proč jak kolik který která které čí',
  corrections: 'vlastně',
  reminders: 'pamatuj si|zapamatuj si|pamatuj|nezapomeň|zapiš si',
  that: 'že',
};
