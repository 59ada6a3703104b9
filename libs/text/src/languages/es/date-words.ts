import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { anteayer: -2, 'antes de ayer': -2, ayer: -1, hoy: 0 },
  ago: ['hace {n} {unit}'],
  units: { day: 'día|días', week: 'semana|semanas', month: 'mes|meses', year: 'año|años' },
  last: 'pasado|pasada|último|última',
  this: 'este|esta',
  between: 'entre|del',
  and: 'y|al|el',
  before: 'antes de|antes del',
  after: 'después de|después del|desde|desde el',
  beforeYear: 'en|de|desde',
  weekend: 'fin de semana',
  seasons: 'primavera verano otoño invierno',
};
