import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { pardje: -2, dje: -1, mbrëmë: -1, sot: 0, sonte: 0 },
  ago: ['{n} {unit} më parë', 'para {n} {unit}'],
  units: { day: 'ditë|ditësh', week: 'javë|javësh', month: 'muaj|muajsh', year: 'vit|vjet|vite|vjetësh' },
  last: 'kaluar|shkuar',
  this: 'këtë|kësaj',
  before: 'para',
  after: 'pas|që nga',
  weekend: 'fundjavë|fundjavën',
  future: { days: { nesër: 1, pasnesër: 2 }, ahead: ['pas {n} {unit}', 'për {n} {unit}'], next: 'ardhshëm|ardhshme' },
};
