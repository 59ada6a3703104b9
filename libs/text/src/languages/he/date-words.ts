import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { שלשום: -2, אתמול: -1, היום: 0 },
  ago: ['לפני {n} {unit}'],
  units: {
    day: 'יום|ימים',
    week: 'שבוע|שבועות|בשבוע|השבוע',
    month: 'חודש|חודשים|בחודש|החודש',
    year: 'שנה|שנים|בשנה|השנה',
  },
  selfCounted: {
    1: { day: 'יום', week: 'שבוע', month: 'חודש', year: 'שנה' },
    2: { day: 'יומיים', week: 'שבועיים', month: 'חודשיים', year: 'שנתיים' },
  },
  last: 'שעבר|שעברה|הקודם|הקודמת',
  this: 'הזה|הזאת|זה',
  between: 'בין',
  and: 'ל|עד',
  before: 'לפני',
  after: 'אחרי|מאז',
  beforeYear: 'בשנת|ב',
  beforeMonth: 'ב',
  link: 'ב',
  future: {
    days: { מחר: 1, מחרתיים: 2 },
    ahead: ['בעוד {n} {unit}'],
    next: 'הבא|הבאה',
  },
};
