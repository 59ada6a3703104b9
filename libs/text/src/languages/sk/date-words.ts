import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { predvčerom: -2, včera: -1, dnes: 0 },
  ago: ['pred {n} {unit}'],
  units: {
    day: 'dňami|dňom|deň|dni|dní',
    week: 'týždňami|týždňom|týždeň|týždne|týždňov',
    month: 'mesiacmi|mesiacom|mesiac|mesiace|mesiacov',
    year: 'rokmi|rokom|rok|roky|rokov',
  },
  counts: { dvoma: 2, dvomi: 2, tromi: 3, troma: 3, štyrmi: 4, piatimi: 5, šiestimi: 6 },
  selfCounted: { 1: { day: 'dňom|deň', week: 'týždňom|týždeň', month: 'mesiacom|mesiac', year: 'rokom|rok' } },
  last: 'minulý|minulého|minulú|minulom',
  this: 'tento|tohto|túto',
  before: 'pred',
  after: 'po|od',
  weekend: 'víkend',
  beforeMonth: 'v',
  future: {
    days: { zajtra: 1, pozajtra: 2 },
    ahead: ['o {n} {unit}', 'za {n} {unit}'],
    next: 'budúci|budúceho|budúcu|budúcom',
  },
};
