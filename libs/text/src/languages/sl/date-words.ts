import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { predvčerajšnjim: -2, včeraj: -1, sinoči: -1, danes: 0 },
  ago: ['pred {n} {unit}'],
  units: {
    day: 'dnevi|dnevom|dnevoma|dan|dni',
    week: 'tedni|tednom|tednoma|teden|tedne',
    month: 'meseci|mesecem|mesecema|mesec|mesece',
    year: 'leti|letom|letoma|leto|leta|let',
  },
  counts: { dvema: 2, tremi: 3, štirimi: 4, petimi: 5 },
  last: 'prejšnji|pretekli|lanski',
  this: 'ta|tega',
  before: 'pred',
  after: 'po|od',
  weekend: 'vikend|konec tedna',
  future: { days: { jutri: 1, pojutrišnjem: 2 }, ahead: ['čez {n} {unit}'], next: 'naslednji|naslednje' },
  monthForms: [
    'januarja',
    'februarja',
    'marca',
    'aprila',
    'maja',
    'junija',
    'julija',
    'avgusta',
    'septembra',
    'oktobra',
    'novembra',
    'decembra',
  ],
  weekdayForms: ['nedeljo', 'ponedeljek', 'torek', 'sredo', 'četrtek', 'petek', 'soboto'],
};
