import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'نہیں نہ مت کبھی بغیر',
  affirmations: 'ہاں جی',
  numerals: 'صفر ایک دو تین چار پانچ چھ سات آٹھ نو دس گیارہ بارہ تیرہ چودہ پندرہ سولہ سترہ اٹھارہ انیس بیس',
  quantities: 'بیس سو ہزار آدھا',
  courtesies: 'سلام شکریہ مہربانی',
  reactions: 'ٹھیک اچھا بہت صبح بخیر',
  questions: 'کیا کون کس کہاں کب کیوں کیسے کتنا کتنی کتنے',
  corrections: 'دراصل',
  reminders: 'یاد رکھنا|یاد رکھیں|بھولنا مت',
  that: 'کہ',
};
