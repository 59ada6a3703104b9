import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { herenegun: -2, atzo: -1, gaur: 0 },
  ago: ['duela {n} {unit}', 'orain dela {n} {unit}'],
  units: { day: 'egun', week: 'aste', month: 'hilabete|hil', year: 'urte' },
  last: 'joan den|aurreko|pasa den',
  this: 'hau|honetan',
  weekend: 'asteburuan|asteburua',
  monthFirst: true,
  future: { days: { bihar: 1, etzi: 2 }, ahead: ['{n} {unit} barru'], next: 'datorren|hurrengo' },
  whole: { iaz: ['year', -1], aurten: ['year', 0] },
  dayParts: 'goizean|arratsaldean|gauean',
};
