import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'toissa päivänä': -2, toissapäivänä: -2, eilen: -1, tänään: 0 },
  ago: ['{n} {unit} sitten'],
  units: {
    day: 'päivä|päivää',
    week: 'viikko|viikkoa|viikolla',
    month: 'kuukausi|kuukautta|kuussa|kuukautena',
    year: 'vuosi|vuotta|vuonna',
  },
  last: 'viime',
  this: 'tällä|tässä|tänä',
  between: 'välillä',
  and: 'ja',
  before: 'ennen',
  after: 'jälkeen',
  beforeYear: 'vuonna',
  weekend: 'viikonloppuna',
  future: {
    days: { huomenna: 1, ylihuomenna: 2 },
    next: 'ensi',
  },
};
