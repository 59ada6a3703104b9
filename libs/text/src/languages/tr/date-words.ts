import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'evvelsi gün': -2, 'önceki gün': -2, dün: -1, bugün: 0 },
  ago: ['{n} {unit} önce'],
  units: { day: 'gün', week: 'hafta', month: 'ay', year: 'yıl|sene' },
  last: 'geçen',
  this: 'bu',
  and: 'ile',
  weekend: 'hafta sonu',
  future: {
    days: { yarın: 1, 'öbür gün': 2, 'ertesi gün': 1 },
    ahead: ['{n} {unit} sonra', '{n} {unit} içinde'],
    next: 'gelecek|önümüzdeki',
  },
  monthForms: [
    'ocakta',
    'şubatta',
    'martta',
    'nisanda',
    'mayısta',
    'haziranda',
    'temmuzda',
    'ağustosta',
    'eylülde',
    'ekimde',
    'kasımda',
    'aralıkta',
  ],
};
