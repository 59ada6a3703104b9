import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'toissa päivänä': -2, toissapäivänä: -2, eilen: -1, tänään: 0 },
  ago: ['{n} {unit} sitten'],
  units: {
    day: 'päivä|päivää|päivän',
    week: 'viikko|viikkoa|viikolla|viikon',
    month: 'kuukausi|kuukautta|kuussa|kuukautena|kuukauden',
    year: 'vuosi|vuotta|vuonna|vuoden',
  },
  counts: {
    yhden: 1,
    kahden: 2,
    kolmen: 3,
    neljän: 4,
    viiden: 5,
    kuuden: 6,
    seitsemän: 7,
    kahdeksan: 8,
    yhdeksän: 9,
    kymmenen: 10,
  },
  selfCounted: { 1: { day: 'päivän', week: 'viikon', month: 'kuukauden', year: 'vuoden' } },
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
    ahead: ['{n} {unit} päästä', '{n} {unit} kuluttua'],
    next: 'ensi',
  },
};
