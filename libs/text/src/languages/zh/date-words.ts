import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 前天: -2, 昨天: -1, 昨晚: -1, 今天: 0 },
  ago: ['{n}{unit}前', '{n}{unit}以前'],
  units: { day: '天|日', week: '周|个星期|星期|週', month: '个月|個月', year: '年' },
  counts: { 两: 2, 兩: 2 },
  last: '上',
  this: '这',
  and: '到',
  whole: {
    上個週末: ['weekend', -1],
    上个周末: ['weekend', -1],
    上週末: ['weekend', -1],
    上周末: ['weekend', -1],
    上周: ['week', -1],
    上星期: ['week', -1],
    上个月: ['month', -1],
    上個月: ['month', -1],
    去年: ['year', -1],
    这周: ['week', 0],
    这个月: ['month', 0],
    今年: ['year', 0],
  },
  isSpaced: false,
  numbered: { year: '年', month: '月', day: '日|号|號' },
  future: {
    days: { 明天: 1, 后天: 2, 後天: 2 },
    ahead: ['{n}{unit}后', '{n}{unit}後', '{n}{unit}之后', '{n}{unit}以后', '再过{n}{unit}'],
    whole: { 下周: ['week', 1], 下星期: ['week', 1], 下个月: ['month', 1], 下個月: ['month', 1], 明年: ['year', 1] },
  },
  weekend: '周末|週末',
};
