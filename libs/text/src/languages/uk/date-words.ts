import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { позавчора: -2, учора: -1, вчора: -1, сьогодні: 0 },
  ago: ['{n} {unit} тому'],
  units: {
    day: 'день|дні|днів',
    week: 'тиждень|тижні|тижнів|тижня|тижні',
    month: 'місяць|місяці|місяців|місяця',
    year: 'рік|роки|років|року',
  },
  selfCounted: { 1: { day: 'день', week: 'тиждень', month: 'місяць', year: 'рік' } },
  last: 'минулого|минулої|минулий|минулу|минулому',
  this: 'цього|цієї|цей|цю',
  between: 'між|з',
  and: 'і|та|до|по',
  before: 'до|перед',
  after: 'після|з',
  beforeYear: 'у|в|з',
  weekend: 'вихідні',
  beforeMonth: 'в|у',
  future: {
    days: { завтра: 1, післязавтра: 2 },
    ahead: ['через {n} {unit}'],
    next: 'наступного|наступної|наступний|наступну|наступному',
  },
};
