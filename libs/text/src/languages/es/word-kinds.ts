import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'no nunca jamás jamas nada nadie ningún ningun ninguno ninguna sin tampoco',
  affirmations: 'sí si',
  numerals:
    'cero un|una|uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte',
  quantities: 'veinte treinta cuarenta cincuenta cien ciento mil primero primera segundo segunda tercero medio mitad',
  opposites:
    'antes después más menos siempre debe puede sólo solo solamente salvo todos algunos cada verdadero falso ayer mañana',
  courtesies: 'hola bueno pues por favor gracias',
  reactions: 'buenos buenas días dias tardes noches muchas muy bien vale claro adiós adios de',
  corrections: 'ahora actualmente desde realidad mejor',
  former: 'antes anterior',
  questions: 'qué quién quiénes cuál cuáles dónde cuándo por cómo cuánto cuánta cuántos cuántas',
  functionWords:
    'el la los las un una unos de del y es son era a al en que yo tú él ella nosotros ellos mi tu su mis sus este esta esto para ' +
    'por con pero he has ha han soy está estoy lo se me te',
  reminders: 'recuerda|recuérdalo|acuérdate|acuérdate de|no olvides|no te olvides de|anota|apunta|ten en cuenta',
  that: 'que',
};
