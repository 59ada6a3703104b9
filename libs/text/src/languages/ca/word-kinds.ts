import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'no mai ningú sense',
  affirmations: 'sí',
  numerals:
    'zero un|una dos|dues tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit dinou vint',
  quantities: 'vint cent mil mig',
  courtesies: 'hola gràcies sisplau',
  reactions: 'bé molt perfecte',
  questions: 'què qui quin quina quins quines on quan com quant quanta quants quantes',
  corrections: 'fet',
  reminders: 'recorda|recorda’t|no oblidis|apunta',
  that: 'que',
};
