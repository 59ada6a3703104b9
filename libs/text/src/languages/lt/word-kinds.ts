import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ne nėra niekada nieko niekas',
  affirmations: 'taip',
  numerals:
    'nulis vienas|viena|vieną du|dvi trys keturi penki šeši septyni aštuoni devyni dešimt vienuolika dvylika trylika keturiolika penkiolika šešiolika septyniolika aštuoniolika devyniolika dvidešimt',
  quantities: 'dvidešimt šimtas tūkstantis pusė',
  courtesies: 'labas sveiki prašau ačiū',
  reactions: 'gerai labai diena',
  questions: 'kas ką ko kam kur kada kodėl kaip kiek kuris kuri kokia koks',
  corrections: 'iš tikrųjų',
  reminders: 'prisimink|atsimink|nepamiršk',
  that: 'kad',
};
