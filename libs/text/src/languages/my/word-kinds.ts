import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'မဟုတ် မရှိ ဘူး',
  negativeParts: 'ဘူး',
  affirmations: 'ဟုတ်ကဲ့ ဟုတ်',
  numerals: 'သုည တစ် နှစ် သုံး လေး ငါး ခြောက် ခုနစ် ရှစ် ကိုး ဆယ်|တစ်ဆယ်',
  quantities: 'နှစ်ဆယ် ရာ ထောင် တစ်ဝက်',
  courtesies: 'မင်္ဂလာပါ ကျေးဇူး ကျေးဇူးတင်ပါတယ်',
  reactions: 'ကောင်းပြီ အိုကေ ကောင်း',
  questions: 'ဘာ ဘယ် ဘယ်သူ ဘယ်မှာ ဘယ်တော့ ဘာကြောင့် ဘယ်လို ဘယ်လောက် လောက် လဲ',
};
