import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { przedwczoraj: -2, wczoraj: -1, dzisiaj: 0, dziś: 0 },
  ago: ['{n} {unit} temu'],
  units: {
    day: 'dzień|dni',
    week: 'tydzień|tygodnie|tygodni|tygodniu',
    month: 'miesiąc|miesiące|miesięcy|miesiącu',
    year: 'rok|lata|lat|roku',
  },
  selfCounted: { 1: { day: 'dzień', week: 'tydzień', month: 'miesiąc', year: 'rok' } },
  last: 'zeszły|zeszłym|zeszłego|ubiegły|ubiegłym',
  recent: 'ostatni|ostatnim',
  this: 'ten|tym|tego',
  between: 'między|od',
  and: 'a|do',
  before: 'przed',
  after: 'po|od',
  beforeYear: 'w|roku|od',
  weekend: 'weekend',
  beforeMonth: 'w',
  future: {
    days: { jutro: 1, pojutrze: 2 },
    ahead: ['za {n} {unit}'],
    next: 'przyszły|przyszłym|przyszłego|przyszłą|przyszłej|następny|następnym',
  },
};
