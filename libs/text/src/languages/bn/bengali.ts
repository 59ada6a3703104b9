import type { PartialLanguage } from '../language';

export const bengali: PartialLanguage = {
  code: 'bn',
  script: 'Bengali',
  wordKinds: {
    negations: 'না নয়',
    affirmations: 'হ্যাঁ',
    numerals: 'শূন্য এক দুই তিন চার পাঁচ ছয় সাত আট নয় দশ',
    quantities: 'বিশ একশ হাজার অর্ধেক',
    courtesies: 'নমস্কার ধন্যবাদ',
    reactions: 'ঠিক আছে ভালো',
  },
};
