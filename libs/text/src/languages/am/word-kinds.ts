import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'አይ አይደለም የለም በጭራሽ ያለ',
  affirmations: 'አዎ',
  numerals: 'ዜሮ አንድ ሁለት ሦስት|ሶስት አራት አምስት ስድስት ሰባት ስምንት ዘጠኝ አስር',
  quantities: 'ሃያ መቶ ሺህ ግማሽ',
  courtesies: 'ሰላም አመሰግናለሁ እባክህ',
  reactions: 'እሺ ጥሩ መልካም',
  questions: 'ምን ማን ማንን የት መቼ ለምን እንዴት ስንት የትኛው ምንድን',
};
