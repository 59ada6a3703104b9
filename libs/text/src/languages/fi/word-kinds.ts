import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ei en et emme ette eivät älä ilman',
  affirmations: 'kyllä juu joo',
  numerals:
    'nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista kolmetoista neljätoista viisitoista kuusitoista seitsemäntoista kahdeksantoista yhdeksäntoista kaksikymmentä',
  quantities: 'kaksikymmentä sata tuhat puolet',
  courtesies: 'moi hei kiitos',
  reactions: 'hyvää huomenta päivää selvä hyvä paljon',
  questions: 'mikä mitä kuka ketä kenen missä mihin mistä milloin koska miksi miten kuinka paljonko montako',
  corrections: 'oikeastaan itse asiassa',
  reminders: 'muista|älä unohda|pane muistiin',
  that: 'että',
};
