import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { eergister: -2, gister: -1, gisteraand: -1, vandag: 0, vanaand: 0 },
  ago: ['{n} {unit} gelede'],
  units: { day: 'dag|dae', week: 'week|weke', month: 'maand|maande', year: 'jaar' },
  counts: { "'n": 1 },
  last: 'verlede|vorige',
  this: 'hierdie',
  between: 'tussen|van',
  and: 'en|tot',
  before: 'voor',
  after: 'na|sedert',
  beforeYear: 'in|van|sedert',
  weekend: 'naweek',
  seasons: 'lente somer herfs winter',
  future: {
    days: { môre: 1, oormôre: 2 },
    ahead: ['oor {n} {unit}', 'binne {n} {unit}'],
    next: 'volgende',
    notAfter: 'goeie|elke',
  },
  beforeMonth: 'in',
};
