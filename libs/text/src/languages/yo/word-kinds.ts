import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'rárá kò kì',
  affirmations: 'bẹ́ẹ̀ni',
  numerals: 'òdo ọ̀kan|kan méjì mẹ́ta mẹ́rin márùn mẹ́fà méje mẹ́jọ mẹ́sàn mẹ́wàá',
  quantities: 'ogún ọgọ́rùn ẹgbẹ̀rún ìdajì',
  courtesies: 'báwo ẹ̀ṣé jọ̀wọ́',
  reactions: 'dáadáa dára',
  questions: 'kí kínni ta níbo ibo nígbàwo kílódé báwo mélòó èwo',
};
