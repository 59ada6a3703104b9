import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { juzi: -2, jana: -1, leo: 0 },
  ago: ['{unit} {n} zilizopita', '{unit} {n} iliyopita', '{unit} {n} yaliyopita', '{unit} {n} ziliyopita'],
  units: { day: 'siku', week: 'wiki|majuma', month: 'mwezi|miezi', year: 'mwaka|miaka' },
  counts: { mmoja: 1, miwili: 2, mawili: 2, mitatu: 3 },
  last: 'iliyopita|uliopita|jana',
  this: 'hii|huu',
  before: 'kabla ya',
  after: 'baada ya|tangu',
  weekend: 'wikendi|mwishoni mwa wiki',
  future: {
    days: { kesho: 1, keshokutwa: 2, 'kesho kutwa': 2 },
    ahead: ['baada ya {unit} {n}', '{unit} {n} zijazo', 'ndani ya {unit} {n}'],
    next: 'ijayo|ujao',
  },
  areMonthsAlone: true,
  monthForms: [
    'mwezi wa kwanza',
    'mwezi wa pili',
    'mwezi wa tatu',
    'mwezi wa nne',
    'mwezi wa tano',
    'mwezi wa sita',
    'mwezi wa saba',
    'mwezi wa nane',
    'mwezi wa tisa',
    'mwezi wa kumi',
    'mwezi wa kumi na moja',
    'mwezi wa kumi na mbili',
  ],
};
