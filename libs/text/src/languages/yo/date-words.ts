import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { ìjẹta: -2, lánàá: -1, àná: -1, lónìí: 0 },
  ago: ['{unit} {n} sẹ́yìn'],
  units: { day: 'ọjọ́', week: 'ọ̀sẹ̀', month: 'oṣù', year: 'ọdún' },
  last: 'tó kọjá',
  this: 'yìí',
  future: { days: { lọ́la: 1, ọ̀la: 1, ọ̀tunla: 2 }, ahead: ['ní {unit} {n} sí i'], next: 'tó ń bọ̀' },
};
