import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'لا لم لن ليس ليست غير بدون',
  affirmations: 'نعم',
  numerals: 'صفر واحد|واحدة اثنان|اثنين ثلاثة|ثلاث أربعة|أربع خمسة|خمس ستة|ست سبعة|سبع ثمانية|ثماني تسعة|تسع عشرة|عشر',
  quantities: 'عشرون مئة مائة ألف نصف',
  courtesies: 'مرحبا أهلا شكرا شكراً السلام عليكم',
  reactions: 'جزيلا جزيلاً حسنا حسناً صباح الخير مساء',
  questions: 'ما ماذا من أين متى لماذا كيف كم أي هل ليه فين ايه مين إيه ازاي امتى',
  corrections: 'الواقع الحقيقة',
  reminders: 'تذكر|تذكري|لا تنس|لا تنسى|سجل',
  that: 'أن|ان',
};
