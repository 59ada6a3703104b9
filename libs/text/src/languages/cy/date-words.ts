import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'bore yma': 0, 'prynhawn yma': 0, 'bore ddoe': -1, echdoe: -2, ddoe: -1, neithiwr: -1, heddiw: 0, heno: 0 },
  ago: ['{n} {unit} yn ôl'],
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
