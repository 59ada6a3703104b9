import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'kemarin dulu': -2, 'kemarin lusa': -2, kemarin: -1, semalam: -1, 'hari ini': 0 },
  ago: ['{n} {unit} yang lalu', '{n} {unit} lalu', '{n} {unit} yg lalu'],
  units: { day: 'hari', week: 'minggu|pekan', month: 'bulan', year: 'tahun' },
  selfCounted: { 1: { day: 'sehari', week: 'seminggu', month: 'sebulan', year: 'setahun' } },
  last: 'lalu|kemarin|lepas',
  this: 'ini',
  between: 'antara|dari',
  and: 'dan|sampai',
  before: 'sebelum',
  after: 'setelah|sejak',
  beforeYear: 'tahun|pada tahun|sejak',
  weekend: 'akhir pekan|akhir minggu|hujung minggu',
  beforeMonth: 'bulan|pada',
  future: { days: { besok: 1, lusa: 2 }, ahead: ['dalam {n} {unit}', '{n} {unit} lagi'], next: 'depan' },
};
