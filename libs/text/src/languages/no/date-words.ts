import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'i forgårs': -2, forgårs: -2, 'i går': -1, igår: -1, 'i dag': 0, idag: 0, 'i går kveld': -1 },
  ago: ['for {n} {unit} siden', 'for {n} {unit} sidan'],
  units: { day: 'dag|dager|dagar', week: 'uke|uker|veke|veker', month: 'måned|måneder|månad|månader', year: 'år' },
  counts: { en: 1, ei: 1, et: 1 },
  last: 'forrige|sist',
  this: 'denne|dette',
  between: 'mellom|fra',
  and: 'og|til',
  before: 'før',
  after: 'etter|siden',
  beforeYear: 'i|fra|siden',
  weekend: 'helgen|helga|helg',
  seasons: 'våren|vår sommeren|sommer høsten|høst vinteren|vinter',
  beforeMonth: 'i',
  link: 'den',
  future: {
    days: { 'i morgen': 1, imorgen: 1, 'i morgon': 1, 'i overmorgen': 2, overmorgen: 2 },
    ahead: ['om {n} {unit}'],
    next: 'neste|kommende',
  },
};
