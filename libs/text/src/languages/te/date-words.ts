import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { మొన్న: -2, నిన్న: -1, ఈరోజు: 0, 'ఈ రోజు': 0 },
  ago: ['{n} {unit} క్రితం'],
  units: { day: 'రోజుల|రోజు', week: 'వారాల|వారం', month: 'నెలల|నెల', year: 'సంవత్సరాల|సంవత్సరం|ఏళ్ల' },
  last: 'గత',
  this: 'ఈ',
  future: { days: { రేపు: 1, ఎల్లుండి: 2 }, ahead: ['{n} {unit} తర్వాత'], next: 'వచ్చే' },
};
