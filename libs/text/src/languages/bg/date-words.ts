import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { онзиден: -2, завчера: -2, вчера: -1, снощи: -1, днес: 0 },
  ago: ['преди {n} {unit}'],
  units: { day: 'ден|дни|дена', week: 'седмица|седмици', month: 'месец|месеца|месеци', year: 'година|години' },
  selfCounted: { 1: { day: 'ден', week: 'седмица', month: 'месец', year: 'година' } },
  last: 'миналата|миналия|миналият|миналото',
  this: 'тази|този|това',
  between: 'между|от',
  and: 'и|до',
  before: 'преди|до',
  after: 'след|от',
  beforeYear: 'през|от',
  weekend: 'уикенда|уикенд',
  beforeMonth: 'през',
  future: {
    days: { утре: 1, вдругиден: 2 },
    ahead: ['след {n} {unit}'],
    next: 'следващата|следващия|следващият|идната|идния',
  },
};
