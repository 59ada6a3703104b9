import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'өнөө өглөө': 0, 'өнөө орой': 0, уржигдар: -2, өчигдөр: -1, өнөөдөр: 0 },
  ago: ['{n} {unit} өмнө'],
  units: { day: 'өдрийн|хоногийн|өдөр', week: 'долоо хоногийн|долоо хоног', month: 'сарын|сар', year: 'жилийн|жил' },
  last: 'өнгөрсөн|өнгөрсөн',
  this: 'энэ',
  future: { days: { маргааш: 1, нөгөөдөр: 2 }, ahead: ['{n} {unit} дараа'], next: 'ирэх|дараа' },
  whole: { ноднин: ['year', -1] },
};
