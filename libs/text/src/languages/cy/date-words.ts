import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'bore yma': 0, 'prynhawn yma': 0, 'bore ddoe': -1, echdoe: -2, ddoe: -1, neithiwr: -1, heddiw: 0, heno: 0 },
  ago: ['{n} {unit} yn ôl'],
  counts: {
    un: 1,
    dau: 2,
    ddau: 2,
    dwy: 2,
    ddwy: 2,
    tri: 3,
    dri: 3,
    thri: 3,
    tair: 3,
    dair: 3,
    pedwar: 4,
    bedwar: 4,
    pum: 5,
    bum: 5,
    chwe: 6,
  },
  units: {
    day: 'diwrnod|dydd|ddiwrnod|niwrnod',
    week: 'wythnos',
    month: 'mis|fis',
    year: 'blynedd|flynedd|mlynedd|flwyddyn|blwyddyn',
  },
  selfCounted: { 1: { day: 'diwrnod', week: 'wythnos', month: 'mis|fis', year: 'blwyddyn' } },
  last: 'diwethaf|ddiwethaf',
  this: 'hon|hwn|yma',
  weekend: 'penwythnos',
  future: {
    days: { yfory: 1, fory: 1, drennydd: 2 },
    ahead: ['ymhen {n} {unit}', 'mewn {n} {unit}'],
    next: 'nesaf|nesa',
  },
  whole: { llynedd: ['year', -1], eleni: ['year', 0] },
};
