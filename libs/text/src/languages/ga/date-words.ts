import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'arú inné': -2, inné: -1, aréir: -1, inniu: 0, anocht: 0 },
  ago: ['{n} {unit} ó shin'],
  units: {
    day: 'lá|laethanta',
    week: 'seachtain|seachtaine|seachtainí',
    month: 'mí|míonna',
    year: 'bliain|bliana|blianta',
  },
  selfCounted: { 1: { day: 'lá', week: 'seachtain', month: 'mí', year: 'bliain' } },
  last: 'seo caite|caite',
  this: 'seo',
  weekend: 'deireadh seachtaine',
  future: { days: { amárach: 1, 'arú amárach': 2 }, ahead: ['i gceann {n} {unit}'], next: 'seo chugainn|seo chugat' },
  whole: { anuraidh: ['year', -1], 'i mbliana': ['year', 0] },
};
