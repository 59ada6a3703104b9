import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'avant-hier': -2, hier: -1, "aujourd'hui": 0 },
  ago: ['il y a {n} {unit}'],
  units: { day: 'jour|jours', week: 'semaine|semaines', month: 'mois', year: 'an|ans|année|années' },
  last: 'dernier|dernière|passé|passée',
  this: 'ce|cet|cette',
  between: 'entre|du',
  and: 'et|au',
  before: 'avant|avant le',
  after: 'après|après le|depuis|depuis le',
  beforeYear: 'en|de|depuis',
  weekend: 'week-end',
  seasons: 'printemps été automne hiver',
  beforeMonth: 'en',
  link: 'de',
  ordinal: 'er',
  future: {
    days: { demain: 1, 'après-demain': 2 },
    ahead: ['dans {n} {unit}'],
    next: 'prochain|prochaine',
  },
};
