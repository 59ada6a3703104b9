import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { užvakar: -2, vakar: -1, šiandien: 0 },
  ago: ['prieš {n} {unit}'],
  units: {
    day: 'dienas|dieną|dienų|diena|dienos',
    week: 'savaites|savaitę|savaičių|savaitė|savaitės',
    month: 'mėnesius|mėnesį|mėnesių|mėnuo|mėnesio',
    year: 'metus|metų|metai',
  },
  counts: { tris: 3, keturias: 4, keturis: 4, penkias: 5, penkis: 5, šešias: 6, dvi: 2, du: 2, vieną: 1 },
  selfCounted: { 1: { day: 'dieną', week: 'savaitę', month: 'mėnesį', year: 'metus' } },
  last: 'praėjusią|praėjusį|praėjusiais|pereitą',
  this: 'šią|šį|šiais',
  before: 'prieš|iki',
  after: 'po|nuo',
  weekend: 'savaitgalį|savaitgalis',
  monthFirst: true,
  future: { days: { rytoj: 1, poryt: 2 }, ahead: ['po {n} {unit}', 'už {n} {unit}'], next: 'kitą|kitais|ateinantį' },
};
