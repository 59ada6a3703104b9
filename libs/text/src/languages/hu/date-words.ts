import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { tegnapelőtt: -2, tegnap: -1, ma: 0, 'tegnap este': -1 },
  ago: ['{n} {unit} ezelőtt'],
  units: { day: 'nappal|nap', week: 'héttel|hét|hete', month: 'hónappal|hónap|hónapja', year: 'évvel|év|éve' },
  selfCounted: { 1: { day: 'nappal', week: 'héttel', month: 'hónappal', year: 'évvel' } },
  last: 'múlt|előző|tavalyi',
  this: 'ezen a|ebben a|e',
  before: 'előtt',
  after: 'után|óta',
  weekend: 'hétvégén|hétvége',
  monthFirst: true,
  future: { days: { holnap: 1, holnapután: 2 }, ahead: ['{n} {unit} múlva'], next: 'jövő|következő' },
};
