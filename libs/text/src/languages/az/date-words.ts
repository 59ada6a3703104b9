import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'bu səhər': 0, 'bu axşam': 0, 'bu gecə': 0, srağagün: -2, dünən: -1, bugün: 0, 'bu gün': 0 },
  ago: ['{n} {unit} əvvəl', '{n} {unit} qabaq'],
  units: { day: 'gün', week: 'həftə', month: 'ay', year: 'il' },
  last: 'keçən|ötən',
  this: 'bu',
  future: { days: { sabah: 1, birigün: 2 }, ahead: ['{n} {unit} sonra', '{n} həftəyə'], next: 'gələn|növbəti' },
  dayParts: 'səhər|axşam|gecə',
  whole: { bıldır: ['year', -1] },
};
