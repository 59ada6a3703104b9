import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'نه نیست هرگز هیچ بدون نمی',
  affirmations: 'بله آره',
  numerals: 'صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده بیست',
  quantities: 'بیست صد هزار نیم',
  courtesies: 'سلام ممنون مرسی لطفا متشکرم',
  reactions: 'باشه خوب عالی صبح بخیر',
  questions: 'چه چی چیست کجا کجاست کی چرا چطور چگونه چقدر چند کدام آیا',
  corrections: 'واقع',
  reminders: 'یادت باشه|یادت باشد|به یاد داشته باش|فراموش نکن',
  that: 'که',
};
