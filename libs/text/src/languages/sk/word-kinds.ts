import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nie nikdy nič nikto bez žiadny',
  affirmations: 'áno hej',
  numerals:
    'nula jeden|jedna|jedno dva|dve tri štyri päť šesť sedem osem deväť desať jedenásť dvanásť trinásť štrnásť pätnásť šestnásť sedemnásť osemnásť devätnásť dvadsať',
  quantities: 'dvadsať sto tisíc pol',
  courtesies: 'ahoj ďakujem prosím',
  reactions: 'dobre dobrý deň jasné ráno',
  questions: 'čo kto koho komu kde kam kedy prečo ako koľko ktorý ktorá ktoré čí dokedy odkedy',
  corrections: 'vlastne',
  reminders: 'zapamätaj si|pamätaj si|nezabudni|zapíš si',
  that: 'že',
};
