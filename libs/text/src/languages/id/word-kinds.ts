import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'tidak bukan jangan belum tanpa',
  affirmations: 'ya',
  numerals: 'nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas',
  quantities: 'puluh ratus seratus ribu seribu setengah',
  courtesies: 'halo hai tolong terima kasih',
  reactions: 'baik oke selamat pagi malam',
  questions: 'apa siapa mana dimana kapan mengapa kenapa bagaimana gimana berapa',
  corrections: 'sebenarnya',
  reminders: 'ingat|ingat ya|ingatlah|jangan lupa|catat',
  that: 'bahwa|kalau',
};
