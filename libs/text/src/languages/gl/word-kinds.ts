import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'non nunca nada ninguén sen',
  affirmations: 'abofé',
  numerals:
    'cero un|unha dous|dúas tres catro cinco seis sete oito nove dez once doce trece catorce quince dezaseis dezasete dezaoito dezanove vinte',
  quantities: 'vinte cen mil medio',
  courtesies: 'ola grazas favor',
  reactions: 'ben moi bo día perfecto',
  questions: 'que quen cal cales onde cando como canto canta cantos cantas',
};
