import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 一昨日: -2, おととい: -2, 昨日: -1, きのう: -1, 今日: 0, 昨夜: -1 },
  ago: ['{n}{unit}前'],
  units: { day: '日', week: '週間|週', month: 'か月|ヶ月|カ月|月', year: '年' },
  last: '先|去|前',
  this: '今',
  and: 'から',
  whole: {
    先週末: ['weekend', -1],
    先週: ['week', -1],
    先月: ['month', -1],
    去年: ['year', -1],
    昨年: ['year', -1],
    今週: ['week', 0],
    今月: ['month', 0],
    今年: ['year', 0],
  },
  isSpaced: false,
  numbered: { year: '年', month: '月', day: '日' },
  future: {
    days: { 明日: 1, あした: 1, 明後日: 2, あさって: 2 },
    ahead: ['{n}{unit}後'],
    whole: { 来週: ['week', 1], 来月: ['month', 1], 来年: ['year', 1] },
  },
  weekend: '週末',
};
