import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { alaltăieri: -2, ieri: -1, aseară: -1, astăzi: 0, azi: 0 },
  ago: ['acum {n} {unit}', 'cu {n} {unit} în urmă', '{n} {unit} în urmă'],
  units: { day: 'zi|zile', week: 'săptămână|săptămâni', month: 'lună|luni', year: 'an|ani' },
  counts: { o: 1, un: 1 },
  last: 'trecut|trecută|trecuta',
  recent: 'ultima|ultimul',
  this: 'acesta|această|asta',
  between: 'între|de pe',
  and: 'și|până pe',
  before: 'înainte de',
  after: 'după|din',
  beforeYear: 'în|din',
  weekend: 'weekend|weekendul',
  seasons: 'primăvara|primăvară vara|vară toamna|toamnă iarna|iarnă',
  beforeMonth: 'în',
  future: {
    days: { mâine: 1, poimâine: 2 },
    ahead: ['peste {n} {unit}', 'în {n} {unit}'],
    next: 'viitor|viitoare|viitorul|următoare|următor',
  },
  weekdayForms: ['duminica|duminică', 'lunea', 'marțea', 'miercurea', 'joia', 'vinerea', 'sâmbăta|sâmbătă'],
};
