import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { předevčírem: -2, včera: -1, dnes: 0 },
  ago: ['před {n} {unit}'],
  units: {
    day: 'dny|dnem|dnů|den|dní',
    week: 'týdny|týdnem|týden|týdnů|týdnech',
    month: 'měsíci|měsícem|měsíc|měsíce|měsíců',
    year: 'lety|rokem|roky|rok|let|roku',
  },
  counts: { dvěma: 2, třemi: 3, čtyřmi: 4, pěti: 5, šesti: 6, sedmi: 7, osmi: 8, devíti: 9, deseti: 10 },
  selfCounted: { 1: { day: 'den|dnem', week: 'týden|týdnem', month: 'měsíc|měsícem', year: 'rok|rokem' } },
  last: 'minulý|minulého|minulou|minulém|loňský',
  this: 'tento|tuto|tohoto',
  between: 'mezi|od',
  and: 'a|do',
  before: 'před|do',
  after: 'po|od',
  beforeYear: 'v roce|roku|od',
  weekend: 'víkend',
  beforeMonth: 'v',
  future: { days: { zítra: 1, pozítří: 2 }, ahead: ['za {n} {unit}'], next: 'příští|příštího' },
};
