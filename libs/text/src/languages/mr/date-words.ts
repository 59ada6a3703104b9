import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { काल: -1, आज: 0 },
  ago: ['{n} {unit} पूर्वी', '{n} {unit}ांपूर्वी', '{n} {unit}ापूर्वी'],
  units: {
    day: 'दिवस|दिवसा|दिवसां',
    week: 'आठवडे|आठवड्या|आठवडा|आठवड्यां',
    month: 'महिने|महिन्या|महिना|महिन्यां',
    year: 'वर्षे|वर्ष|वर्षां',
  },
  last: 'गेल्या|मागच्या',
  this: 'या',
  future: { days: { उद्या: 1 }, ahead: ['{n} {unit}ांनी', '{n} {unit}ांनंतर', '{n} {unit}ंनी'], next: 'पुढच्या|पुढील' },
};
