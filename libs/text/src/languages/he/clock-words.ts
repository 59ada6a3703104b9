import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} וחצי': 30, '{h} ורבע': 15, 'בשעה|שעה {h}': 0, '{h} ועשרים': 20, '{h} ועשרה': 10, '{h} וחמישה': 5 },
  hours: 'באחת|אחת בשתיים|שתיים בשלוש|שלוש בארבע|ארבע בחמש|חמש בשש|שש בשבע|שבע בשמונה|שמונה בתשע|תשע בעשר|עשר',
};
