import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'letzte Nacht': -1, vorgestern: -2, gestern: -1, heute: 0 },
  ago: ['vor {n} {unit}'],
  units: { day: 'tag|tage|tagen', week: 'woche|wochen', month: 'monat|monate|monaten', year: 'jahr|jahre|jahren' },
  counts: { einem: 1, einer: 1 },
  last: 'letzte|letzten|letzter|letztes|letztem|vorige|vorigen|voriges|vergangene|vergangenen',
  this: 'diese|diesen|dieser|dieses|diesem',
  between: 'zwischen|vom',
  and: 'und|bis|bis zum',
  before: 'vor|vor dem|bis',
  after: 'nach|nach dem|seit|seit dem',
  beforeYear: 'im jahr|in|im|seit|jahr',
  weekend: 'wochenende',
  seasons: 'frühling|frühjahr sommer herbst winter',
  beforeMonth: 'in|im',
  locales: ['de', 'de-AT'],
  future: {
    days: { morgen: 1, übermorgen: 2 },
    ahead: ['in {n} {unit}'],
    next: 'nächste|nächsten|nächster|nächstes|nächstem|kommende|kommenden|kommender|kommendes',
    notAfter: 'guten|am|jeden|heute|gestern|vorgestern|diesen|der|den|dem|zum|eines|frühen|nächsten',
  },
  dayParts: 'Morgen|früh|Vormittag|Mittag|Nachmittag|Abend|Nacht',
  holidays: {
    christmas: 'weihnachten|heiligabend|weihnachtstag|heilig abend',
    newYear: 'silvester|neujahr',
    easter: 'ostern|ostersonntag|ostermontag|karfreitag',
    halloween: 'halloween',
    valentine: 'valentinstag',
  },
};
