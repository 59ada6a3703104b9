import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'esta mañá': 0, 'esta tarde': 0, 'esta noite': 0, antonte: -2, onte: -1, hoxe: 0 },
  ago: ['hai {n} {unit}'],
  units: { day: 'día|días', week: 'semana|semanas', month: 'mes|meses', year: 'ano|anos' },
  last: 'pasado|pasada',
  recent: 'último|última',
  this: 'este|esta',
  between: 'entre|do',
  and: 'e|ao',
  before: 'antes de|antes do',
  after: 'despois de|desde|dende',
  beforeYear: 'en|de|desde',
  link: 'de|do',
  weekend: 'fin de semana|finde',
  seasons: 'primavera verán outono inverno',
  future: {
    days: { mañá: 1, 'pasado mañá': 2 },
    ahead: ['dentro de {n} {unit}'],
    next: 'próximo|próxima|que vén',
    notAfter: 'a|pola|esta|boa',
  },
  beforeMonth: 'en',
  dayParts: 'á noite|pola mañá|pola tarde|pola noite|á tarde',
  holidays: { christmas: 'nadal|noiteboa', newYear: 'fin de ano|aninovo', easter: 'semana santa|pascua' },
};
