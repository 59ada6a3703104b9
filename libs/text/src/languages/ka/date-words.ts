import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { გუშინწინ: -2, გუშინ: -1, დღეს: 0 },
  ago: ['{n} {unit} წინ'],
  units: { day: 'დღის|დღე', week: 'კვირის|კვირა|კვირას', month: 'თვის|თვე|თვეს', year: 'წლის|წელი|წელს' },
  last: 'გასულ|წინა',
  this: 'ამ',
  future: { days: { ხვალ: 1, ზეგ: 2 }, ahead: ['{n} {unit} შემდეგ', '{n} {unit} მერე'], next: 'შემდეგ|მომავალ' },
};
