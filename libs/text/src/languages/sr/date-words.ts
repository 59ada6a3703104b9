import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { прекјуче: -2, јуче: -1, синоћ: -1, данас: 0, вечерас: 0 },
  ago: ['пре {n} {unit}'],
  units: { day: 'дан|дана', week: 'недељу|недеље|недеља', month: 'месец|месеца|месеци', year: 'годину|године|година' },
  selfCounted: { 1: { day: 'дан', week: 'недељу', month: 'месец', year: 'годину' } },
  last: 'прошли|прошле|прошлог|прошлу|прошла',
  this: 'овај|овог|ове|ову',
  before: 'пре',
  after: 'након|после|од',
  weekend: 'викенд',
  future: {
    days: { сутра: 1, прекосутра: 2 },
    ahead: ['за {n} {unit}'],
    next: 'следећи|следеће|следећег|следећу|идући|идуће',
  },
};
