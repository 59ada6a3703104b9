import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'i forgårs': -2, forgårs: -2, 'i går': -1, igår: -1, 'i aftes': -1, 'i dag': 0, idag: 0 },
  ago: ['for {n} {unit} siden'],
  units: { day: 'dag|dage', week: 'uge|uger', month: 'måned|måneder', year: 'år' },
  counts: { en: 1, et: 1 },
  last: 'sidste|forrige',
  this: 'denne|dette',
  between: 'mellem|fra',
  and: 'og|til',
  before: 'før',
  after: 'efter|siden',
  beforeYear: 'i|fra|siden',
  weekend: 'weekenden|weekend',
  seasons: 'forår|foråret sommer|sommeren efterår|efteråret vinter|vinteren',
  beforeMonth: 'i',
  link: 'den',
  future: {
    days: { 'i morgen': 1, imorgen: 1, 'i overmorgen': 2, overmorgen: 2 },
    ahead: ['om {n} {unit}'],
    next: 'næste|kommende',
  },
};
