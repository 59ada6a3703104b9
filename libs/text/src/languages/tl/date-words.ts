import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: {
    'noong makalawa': -2,
    'noong isang araw': -2,
    kamakalawa: -2,
    kahapon: -1,
    kagabi: -1,
    ngayon: 0,
    'ngayong araw': 0,
  },
  ago: ['{n} {unit} na ang nakalipas', '{n} {unit} ang nakalipas', '{n} {unit} ang nakaraan'],
  units: { day: 'araw', week: 'linggo', month: 'buwan', year: 'taon' },
  counts: { isang: 1, dalawang: 2, tatlong: 3, 'apat na': 4, limang: 5, 'anim na': 6, pitong: 7 },
  last: 'nakaraang|noong nakaraang',
  this: 'ngayong',
  before: 'bago',
  after: 'pagkatapos ng|mula',
  future: {
    days: { bukas: 1, 'sa makalawa': 2, samakalawa: 2 },
    ahead: ['sa loob ng {n} {unit}', 'pagkalipas ng {n} {unit}', 'pagkatapos ng {n} {unit}'],
    next: 'susunod na|sa susunod na',
  },
  areMonthsAlone: true,
  weekend: 'weekend|katapusan ng linggo',
};
