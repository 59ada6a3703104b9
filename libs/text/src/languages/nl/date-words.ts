import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { eergisteren: -2, gisteren: -1, vandaag: 0 },
  ago: ['{n} {unit} geleden'],
  units: { day: 'dag|dagen', week: 'week|weken', month: 'maand|maanden', year: 'jaar|jaren' },
  last: 'vorige|vorig',
  recent: 'afgelopen|laatste',
  this: 'deze|dit',
  between: 'tussen|van',
  and: 'en|tot',
  before: 'voor|vóór',
  after: 'na|sinds',
  beforeYear: 'in|van|sinds',
  weekend: 'weekend|weekeinde',
  seasons: 'lente|voorjaar zomer herfst|najaar winter',
  beforeMonth: 'in',
  future: {
    days: { morgen: 1, overmorgen: 2 },
    ahead: ['over {n} {unit}'],
    next: 'volgende|volgend|komende|komend',
    notAfter: 'goede|goeden|de|elke|deze|iedere|een',
  },
};
