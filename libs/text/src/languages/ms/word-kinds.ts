import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'tidak bukan jangan tiada tanpa',
  affirmations: 'ya',
  numerals: 'sifar|kosong satu dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas',
  quantities: 'puluh seratus ribu separuh',
  courtesies: 'hai terima kasih tolong',
  reactions: 'baik bagus selamat pagi',
  questions: 'apa siapa mana bila bilakah mengapa kenapa bagaimana berapa',
};
