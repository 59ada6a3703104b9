import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { เมื่อวานซืน: -2, เมื่อวานนี้: -1, เมื่อวาน: -1, เมื่อคืน: -1, วันนี้: 0 },
  ago: ['{n}{unit}ก่อน', '{n}{unit}ที่แล้ว', '{n} {unit}ก่อน', '{n} {unit}ที่แล้ว'],
  units: { day: 'วัน', week: 'สัปดาห์|อาทิตย์', month: 'เดือน', year: 'ปี' },
  isSpaced: false,
  whole: {
    สุดสัปดาห์ก่อน: ['weekend', -1],
    สุดสัปดาห์ที่แล้ว: ['weekend', -1],
    สัปดาห์ที่แล้ว: ['week', -1],
    อาทิตย์ที่แล้ว: ['week', -1],
    เดือนที่แล้ว: ['month', -1],
    ปีที่แล้ว: ['year', -1],
    สัปดาห์นี้: ['week', 0],
    อาทิตย์นี้: ['week', 0],
    เดือนนี้: ['month', 0],
    ปีนี้: ['year', 0],
  },
  link: 'เดือน',
  future: {
    days: { พรุ่งนี้: 1, มะรืนนี้: 2, มะรืน: 2 },
    ahead: ['อีก {n} {unit}', 'อีก{n}{unit}', 'ใน {n} {unit}'],
    whole: { สัปดาห์หน้า: ['week', 1], อาทิตย์หน้า: ['week', 1], เดือนหน้า: ['month', 1], ปีหน้า: ['year', 1] },
  },
  areMonthsAlone: true,
  weekend: 'สุดสัปดาห์',
};
