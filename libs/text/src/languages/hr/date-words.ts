import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { prekjučer: -2, jučer: -1, sinoć: -1, danas: 0, večeras: 0 },
  ago: ['prije {n} {unit}'],
  units: {
    day: 'dan|dana',
    week: 'tjedan|tjedna|tjedana',
    month: 'mjesec|mjeseca|mjeseci',
    year: 'godinu|godine|godina',
  },
  selfCounted: { 1: { day: 'dan', week: 'tjedan', month: 'mjesec', year: 'godinu' } },
  last: 'prošli|prošle|prošlog|prošlu|prošla',
  this: 'ovaj|ovog|ove|ovu',
  between: 'između|od',
  and: 'i|do',
  before: 'prije',
  after: 'nakon|poslije|od',
  weekend: 'vikend',
  future: {
    days: { sutra: 1, prekosutra: 2 },
    ahead: ['za {n} {unit}'],
    next: 'sljedeći|sljedeće|sljedećeg|sljedeću|idući|idućeg|idući',
  },
};
