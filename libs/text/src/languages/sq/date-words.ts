import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: {
    'këtë mëngjes': 0,
    'këtë mbrëmje': 0,
    'natën e kaluar': -1,
    pardje: -2,
    dje: -1,
    mbrëmë: -1,
    sot: 0,
    sonte: 0,
  },
  ago: ['{n} {unit} më parë', 'para {n} {unit}'],
  units: {
    day: 'ditë|ditësh',
    week: 'javë|javësh|javën',
    month: 'muaj|muajsh|muajin',
    year: 'vit|vjet|vite|vjetësh|vitin',
  },
  last: 'kaluar|shkuar|e kaluar|e shkuar',
  this: 'këtë|kësaj',
  before: 'para',
  after: 'pas|që nga',
  weekend: 'fundjavë|fundjavën',
  future: { days: { nesër: 1, pasnesër: 2 }, ahead: ['pas {n} {unit}', 'për {n} {unit}'], next: 'ardhshëm|ardhshme' },
  beforeMonth: 'në',
  weekdayForms: ['të dielën', 'të hënën', 'të martën', 'të mërkurën', 'të enjten', 'të premten', 'të shtunën'],
  dayParts: 'në mëngjes|paradite|pasdite|në mbrëmje|natën',
  whole: { sivjet: ['year', 0] },
};
