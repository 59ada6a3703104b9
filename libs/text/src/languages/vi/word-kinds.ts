import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'không chẳng chưa đừng',
  affirmations: 'vâng',
  numerals: 'không một hai ba bốn năm sáu bảy tám chín mười',
  quantities: 'trăm nghìn ngàn nửa',
  courtesies: 'xin chào cảm ơn',
  reactions: 'dạ ạ tốt rồi nhé',
  questions: 'gì ai đâu ở khi nào bao giờ tại sao vì thế nhiêu mấy',
  corrections: 'thật ra thực',
  reminders: 'hãy nhớ|nhớ|đừng quên|ghi lại|ghi nhớ',
  that: 'rằng|là',
};
