import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'לא אין בלי אף',
  affirmations: 'כן',
  numerals: 'אפס אחד|אחת שני|שתי|שניים|שתיים שלושה|שלוש ארבעה|ארבע חמישה|חמש שישה|שש שבעה|שבע שמונה תשעה|תשע עשרה|עשר',
  quantities: 'עשרים מאה אלף חצי',
  courtesies: 'שלום בבקשה תודה',
  reactions: 'רבה בסדר בוקר טוב ערב לילה',
  questions: 'מה מי איפה היכן מתי למה מדוע איך כמה איזה איזו האם',
  corrections: 'בעצם',
  reminders: 'תזכור|תזכרי|זכור|אל תשכח|רשום',
  that: 'ש',
};
