import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { "l'altro ieri": -2, altroieri: -2, ieri: -1, oggi: 0 },
  ago: ['{n} {unit} fa'],
  units: { day: 'giorno|giorni', week: 'settimana|settimane', month: 'mese|mesi', year: 'anno|anni' },
  last: 'scorso|scorsa|passato|passata',
  this: 'questo|questa',
  between: 'tra|fra|dal',
  and: 'e|al|e il',
  before: 'prima del|prima di',
  after: 'dopo|dopo il|dal',
  beforeYear: 'nel|del|dal',
  weekend: 'fine settimana|weekend',
  seasons: 'primavera estate autunno inverno',
  beforeMonth: 'in|nel|a|ad|lo scorso',
  link: 'di',
  ordinal: 'º|ª',
  future: {
    days: { domani: 1, dopodomani: 2 },
    ahead: ['tra {n} {unit}', 'fra {n} {unit}'],
    next: 'prossimo|prossima',
  },
};
