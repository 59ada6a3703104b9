import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'नाही नको कधीच',
  affirmations: 'होय',
  numerals: 'शून्य एक दोन तीन चार पाच सहा सात आठ नऊ दहा अकरा बारा तेरा चौदा पंधरा सोळा सतरा अठरा एकोणीस वीस',
  quantities: 'वीस शंभर हजार अर्धा',
  courtesies: 'नमस्कार धन्यवाद कृपया',
  reactions: 'ठीक छान बरं',
  questions: 'काय कोण कोणी कोणाला कुठे केव्हा कधी का कसे कसा किती कोणता कोणती',
};
