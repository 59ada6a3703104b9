import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'i förrgår': -2, förrgår: -2, igår: -1, 'i går': -1, idag: 0, 'i dag': 0 },
  ago: ['för {n} {unit} sedan', 'för {n} {unit} sen'],
  units: { day: 'dag|dagar|dagen', week: 'vecka|veckor|veckan', month: 'månad|månader|månaden', year: 'år|året' },
  counts: { en: 1 },
  last: 'förra',
  recent: 'senaste',
  this: 'denna|detta|den här|det här',
  between: 'mellan|från',
  and: 'och|till',
  before: 'före|innan',
  after: 'efter|sedan',
  beforeYear: 'år|under|i',
  weekend: 'helgen|helg',
  seasons: 'våren|vår sommaren|sommar hösten|höst vintern|vinter',
  beforeMonth: 'i',
  link: 'den',
  future: {
    days: { imorgon: 1, 'i morgon': 1, 'i övermorgon': 2, övermorgon: 2 },
    ahead: ['om {n} {unit}'],
    next: 'nästa|kommande',
  },
  weekdayForms: ['söndagen', 'måndagen', 'tisdagen', 'onsdagen', 'torsdagen', 'fredagen', 'lördagen'],
};
