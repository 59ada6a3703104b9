import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '2 שתים שנים|3 שלושת|4 ארבעת|5 חמשת|6 ששת|7 שבעת|8 שמונת|9 תשעת|20 עשרים|30 שלושים|40 ארבעים|50 חמישים|60 שישים|70 שבעים|80 שמונים|90 תשעים|' +
    '*100 מאה מאות|200 מאתיים|*1000 אלף אלפים|2000 אלפיים|*1000000 מיליון',
  and: 'ו ב',
  joins: true,
  unitsFirst: true,
};
