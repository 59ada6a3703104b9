import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'hayır hayir değil degil yok hiç hic asla',
  affirmations: 'evet',
  numerals: 'sıfır bir iki üç dört beş altı yedi sekiz dokuz on',
  quantities: 'yirmi yüz bin yarım',
  courtesies: 'merhaba selam lütfen teşekkürler teşekkür sağol günaydın',
  reactions: 'ederim tamam iyi geceler günler',
  questions: 'ne kim kimi kime nerede nereye zaman neden niçin niye nasıl kaç hangi',
  corrections: 'aslında',
  reminders: 'unutma|hatırla|aklında tut|not et',
  that: 'ki',
};
