import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'पिछली रात': -1, 'बीती रात': -1, परसों: -2, कल: -1, आज: 0 },
  ago: ['{n} {unit} पहले'],
  units: { day: 'दिन|दिनों', week: 'हफ़्ते|सप्ताह|हफ्ते', month: 'महीने|महीना|महीनों', year: 'साल|वर्ष' },
  last: 'पिछले|पिछली',
  this: 'इस',
  and: 'और',
  future: {
    days: { कल: 1, परसों: 2 },
    ahead: ['{n} {unit} में', '{n} {unit} बाद', '{n} {unit} के बाद'],
    next: 'अगले|अगली|अगला',
  },
  areMonthsAlone: true,
  weekend: 'वीकेंड|वीकेंड पर|सप्ताहांत',
  dayParts: 'सुबह|दोपहर|शाम|रात|शाम को|रात को',
  holidays: { christmas: 'क्रिसमस', newYear: 'नए साल पर|नये साल पर|नए साल' },
};
