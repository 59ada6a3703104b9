import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { anteontem: -2, ontem: -1, hoje: 0 },
  ago: ['há {n} {unit}', '{n} {unit} atrás'],
  units: { day: 'dia|dias', week: 'semana|semanas', month: 'mês|meses', year: 'ano|anos' },
  last: 'passado|passada',
  recent: 'último|última',
  this: 'este|esta|neste|nesta',
  between: 'entre|de',
  and: 'e|a',
  before: 'antes de',
  after: 'depois de|desde',
  beforeYear: 'em|de|desde',
  weekend: 'fim de semana',
  seasons: 'primavera verão outono inverno',
  beforeMonth: 'em',
  link: 'de',
  ordinal: 'º|ª',
  locales: ['pt', 'pt-PT'],
  future: {
    days: { amanhã: 1, 'depois de amanhã': 2 },
    ahead: ['daqui a {n} {unit}', 'dentro de {n} {unit}'],
    next: 'próximo|próxima|que vem',
  },
};
