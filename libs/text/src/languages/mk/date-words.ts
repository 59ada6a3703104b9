import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { завчера: -2, вчера: -1, денес: 0 },
  ago: ['пред {n} {unit}'],
  units: { day: 'ден|дена|дни', week: 'недела|недели|седмица', month: 'месец|месеци', year: 'година|години' },
  last: 'минатата|минатиот|минатата',
  this: 'оваа|овој',
  before: 'пред',
  after: 'по|од',
  weekend: 'викенд|викендот',
  future: { days: { утре: 1, задутре: 2 }, ahead: ['за {n} {unit}'], next: 'следната|следниот|идната|идниот' },
  beforeMonth: 'во',
};
