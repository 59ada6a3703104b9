import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { пазаўчора: -2, заўчора: -2, учора: -1, ўчора: -1, сёння: 0 },
  ago: ['{n} {unit} таму'],
  units: { day: 'дзень|дні|дзён', week: 'тыдзень|тыдні|тыдняў', month: 'месяц|месяцы|месяцаў', year: 'год|гады|гадоў' },
  selfCounted: { 1: { day: 'дзень', week: 'тыдзень', month: 'месяц', year: 'год' } },
  last: 'мінулы|мінулага|мінулую|мінулым',
  this: 'гэты|гэтага|гэтую|гэтым',
  before: 'да|перад',
  after: 'пасля|з',
  weekend: 'выхадныя',
  future: {
    days: { заўтра: 1, паслязаўтра: 2 },
    ahead: ['праз {n} {unit}'],
    next: 'наступны|наступнага|наступную|наступным',
  },
};
