import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'hôm kia': -2, 'hôm qua': -1, 'tối qua': -1, 'hôm nay': 0 },
  ago: ['{n} {unit} trước', 'cách đây {n} {unit}'],
  units: { day: 'ngày|hôm', week: 'tuần', month: 'tháng', year: 'năm' },
  last: 'trước|vừa rồi|qua',
  this: 'này|nay',
  before: 'trước',
  after: 'sau|từ',
  beforeYear: 'năm',
  beforeMonth: 'tháng',
  weekend: 'cuối tuần',
  future: {
    days: { 'ngày mai': 1, 'ngày kia': 2, 'ngày mốt': 2 },
    ahead: ['{n} {unit} nữa', 'sau {n} {unit}', 'trong {n} {unit} nữa', 'trong {n} {unit} tới'],
    next: 'sau|tới',
  },
  monthForms: [
    'tháng 1|tháng một|tháng giêng',
    'tháng 2|tháng hai',
    'tháng 3|tháng ba',
    'tháng 4|tháng tư',
    'tháng 5|tháng năm',
    'tháng 6|tháng sáu',
    'tháng 7|tháng bảy',
    'tháng 8|tháng tám',
    'tháng 9|tháng chín',
    'tháng 10|tháng mười',
    'tháng 11|tháng mười một',
    'tháng 12|tháng mười hai|tháng chạp',
  ],
  notCounted: 'thứ',
};
