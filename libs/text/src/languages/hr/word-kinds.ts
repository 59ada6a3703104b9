import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ne nije nisu nikad nikada ništa nitko bez nema',
  affirmations: 'da',
  numerals:
    'nula jedan|jedna|jedno dva|dvije tri četiri pet šest sedam osam devet deset jedanaest dvanaest trinaest četrnaest petnaest šesnaest sedamnaest osamnaest devetnaest dvadeset',
  quantities: 'dvadeset sto tisuća pola',
  courtesies: 'bok hvala molim pozdrav',
  reactions: 'dobro dobar dan super jutro',
  questions: 'što šta tko koga kome gdje kada kad zašto kako koliko koji koja koje čiji kolko dokad',
  corrections: 'zapravo ustvari',
  reminders: 'zapamti|ne zaboravi|zabilježi|upamti',
  that: 'da',
};
