import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { "abans-d'ahir": -2, "abans d'ahir": -2, ahir: -1, avui: 0, anit: -1 },
  ago: ['fa {n} {unit}'],
  units: { day: 'dia|dies', week: 'setmana|setmanes', month: 'mes|mesos', year: 'any|anys' },
  last: 'passat|passada|passats',
  recent: 'darrer|darrera|últim|última',
  this: 'aquest|aquesta',
  between: 'entre|del',
  and: 'i|al|i el',
  before: 'abans de|abans del',
  after: 'després de|des de|des del',
  beforeYear: 'el|del|en',
  beforeMonth: 'al|el',
  link: "de|d'|del",
  weekend: 'cap de setmana',
  seasons: 'primavera estiu tardor hivern',
  future: {
    days: { demà: 1, 'demà passat': 2 },
    ahead: ["d'aquí a {n} {unit}", 'en {n} {unit}'],
    next: 'vinent|que ve|pròxim|pròxima',
    notAfter: 'el|al|del',
  },
};
