import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'não nao nem nenhum nenhuma ninguém ninguem sem nunca jamais',
  affirmations: 'sim',
  numerals:
    'zero um|uma dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove vinte',
  quantities: 'vinte trinta cem mil metade primeiro primeira',
  opposites: 'antes depois mais menos sempre deve todos cada verdadeiro falso ontem amanhã',
  courtesies: 'olá ola oi bem obrigado obrigada por favor',
  reactions: 'bom boa dia tarde noite muito tudo claro tchau',
  corrections: 'agora afinal realidade verdade',
  former: 'antes antiga antigo',
  questions: 'que quê quem onde quando porque como quanto quanta quantos quantas qual quais',
  functionWords:
    'o a os as um uma de do da dos das e é são era em no na que eu tu ele ela nós eles meu minha seu sua este esta isso para por ' +
    'com mas tenho tem está estou se me te',
  reminders: 'lembra-te|lembre-se|lembra|lembra-te de|não te esqueças|não esqueça|anota|toma nota',
  that: 'que|de que',
};
