import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { aizvakar: -2, vakar: -1, šodien: 0 },
  ago: ['pirms {n} {unit}'],
  units: {
    day: 'dienām|dienas|diena|dienu',
    week: 'nedēļām|nedēļas|nedēļa|nedēļu',
    month: 'mēnešiem|mēneša|mēnesī|mēnesis',
    year: 'gadiem|gada|gadā|gads',
  },
  counts: {
    vienas: 1,
    viena: 1,
    divām: 2,
    diviem: 2,
    trim: 3,
    četrām: 4,
    četriem: 4,
    piecām: 5,
    pieciem: 5,
    sešām: 6,
    sešiem: 6,
  },
  selfCounted: { 1: { day: 'dienas', week: 'nedēļas', month: 'mēneša', year: 'gada' } },
  last: 'pagājušajā|pagājušo|iepriekšējā',
  this: 'šajā|šo|šonedēļ',
  before: 'pirms|līdz',
  after: 'pēc|kopš',
  beforeYear: 'gada',
  weekend: 'nedēļas nogalē|brīvdienās',
  future: { days: { rīt: 1, parīt: 2 }, ahead: ['pēc {n} {unit}'], next: 'nākamajā|nākamo|nākamā' },
};
