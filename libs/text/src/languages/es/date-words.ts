import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { anteayer: -2, 'antes de ayer': -2, ayer: -1, hoy: 0 },
  ago: ['hace {n} {unit}'],
  units: { day: 'día|días', week: 'semana|semanas', month: 'mes|meses', year: 'año|años' },
  last: 'pasado|pasada',
  recent: 'último|última',
  this: 'este|esta',
  between: 'entre|del',
  and: 'y|al|el',
  before: 'antes de|antes del',
  after: 'después de|después del|desde|desde el',
  beforeYear: 'en|de|desde',
  weekend: 'fin de semana',
  seasons: 'primavera verano otoño invierno',
  beforeMonth: 'en',
  link: 'de|del',
  ordinal: 'º|ª',
  future: {
    days: { mañana: 1, 'pasado mañana': 2 },
    ahead: ['dentro de {n} {unit}'],
    next: 'próximo|próxima|que viene',
    notAfter: 'la|esta|cada|una|buena|ayer',
  },
};
