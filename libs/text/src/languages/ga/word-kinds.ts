import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'níl níor ní riamh gan',
  affirmations: 'sea tá',
  numerals: 'náid aon|haon dó|dhá trí ceathair|ceithre cúig sé seacht ocht naoi deich',
  quantities: 'fiche céad míle leath',
  courtesies: 'haló raibh maith',
  reactions: 'ceart maith iontach',
  questions: 'cad céard cé cá cén conas cathain cathair chuige mhéad',
};
