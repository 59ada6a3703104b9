import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'లేదు కాదు వద్దు లేకుండా',
  affirmations: 'అవును',
  numerals:
    'సున్నా ఒకటి|ఒక రెండు మూడు నాలుగు ఐదు ఆరు ఏడు ఎనిమిది తొమ్మిది పది పదకొండు పన్నెండు పదమూడు పద్నాలుగు పదిహేను పదహారు పదిహేడు పద్దెనిమిది పంతొమ్మిది ఇరవై',
  quantities: 'ఇరవై వంద వేయి సగం',
  courtesies: 'నమస్తే ధన్యవాదాలు దయచేసి',
  reactions: 'సరే బాగుంది మంచి',
  questions: 'ఏమి ఏమిటి ఎవరు ఎక్కడ ఎప్పుడు ఎందుకు ఎలా ఎంత ఎన్ని ఏ',
};
