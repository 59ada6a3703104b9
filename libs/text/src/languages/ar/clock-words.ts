import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} والنصف|ونصف': 30, '{h} والربع|وربع': 15, '{h} إلا ربع|الربع|ربعا|ربعًا': -15, 'الساعة {h}': 0 },
  hours: 'الواحدة الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة',
};
