import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'hindi wala',
  affirmations: 'oo',
  numerals:
    'sero isa dalawa tatlo apat lima anim pito walo siyam sampu labinisa labindalawa labintatlo labinapat labinlima labinanum labimpito labingwalo labinsiyam dalawampu',
  quantities: 'isandaan daan libo kalahati',
  courtesies: 'kumusta salamat',
  reactions: 'sige',
  questions: 'ano sino saan nasaan kailan kelan bakit paano magkano ilan alin kanino',
  corrections: 'talaga',
  reminders: 'tandaan mo|tandaan|huwag kalimutan',
  that: 'na',
};
