import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: {
    'pagi tadi': 0,
    'tadi pagi': 0,
    'pagi ini': 0,
    'petang tadi': 0,
    'petang ini': 0,
    'malam ini': 0,
    'malam tadi': -1,
    'tadi malam': -1,
    'kelmarin dulu': -2,
    kelmarin: -2,
    semalam: -1,
    'hari ini': 0,
  },
  ago: ['{n} {unit} lepas', '{n} {unit} yang lalu', '{n} {unit} lalu'],
  units: { day: 'hari', week: 'minggu', month: 'bulan', year: 'tahun' },
  selfCounted: { 1: { day: 'sehari', week: 'seminggu', month: 'sebulan', year: 'setahun' } },
  last: 'lepas|lalu',
  this: 'ini',
  weekend: 'hujung minggu',
  future: {
    days: { esok: 1, lusa: 2 },
    ahead: ['dalam {n} {unit}', 'dalam masa {n} {unit}', '{n} {unit} lagi'],
    next: 'depan|hadapan',
  },
  dayParts: 'pagi|tengah hari|petang|malam',
  beforeMonth: 'bulan|pada',
  holidays: { christmas: 'hari krismas|krismas', newYear: 'tahun baru|malam tahun baru' },
};
