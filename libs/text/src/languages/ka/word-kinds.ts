import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'არა არ ვერ არასოდეს არაფერი გარეშე',
  affirmations: 'კი დიახ ხო',
  numerals: 'ნული ერთი ორი სამი ოთხი ხუთი ექვსი შვიდი რვა ცხრა ათი',
  quantities: 'ოცი ასი ათასი ნახევარი',
  courtesies: 'გამარჯობა მადლობა გთხოვთ',
  reactions: 'კარგი ძალიან დილა მშვიდობისა',
  questions: 'რა რას ვინ ვის სად როდის რატომ როგორ რამდენი რომელი საიდან',
};
