import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'না নয়',
  affirmations: 'হ্যাঁ',
  numerals: 'শূন্য এক দুই তিন চার পাঁচ ছয় সাত আট নয় দশ এগারো বারো তেরো চৌদ্দ পনেরো ষোল সতেরো আঠারো উনিশ বিশ',
  quantities: 'বিশ একশ হাজার অর্ধেক',
  courtesies: 'নমস্কার ধন্যবাদ',
  reactions: 'ঠিক আছে ভালো',
  questions: 'কী কি কে কাকে কোথায় কখন কবে কেন কীভাবে কত কোন',
  corrections: 'আসলে',
  reminders: 'মনে রেখো|মনে রাখবেন|ভুলো না',
  that: 'যে',
};
