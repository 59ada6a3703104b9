import { stemmer } from '@orama/stemmers/spanish';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const spanish = defineLanguage({
  code: 'es',
  script: 'Latin',
  letters: 'áéíóúñü¿¡',
  irregular: irregularWords + shortWords,
  stopWords: (
    'a al algo algunas algunos ante antes como con contra cual cuál cuales cuando cuándo cuánto cuántos cuántas de del desde donde dónde durante e el él ella ellas ' +
    'ellos en entre era eran es esa esas ese eso esos esta está están estaba estas este esto estos fue fueron ha han había hasta hay he la las le les lo los ' +
    'más me mi mí mis mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por porque qué que quien quién quienes ' +
    'se sea ser si sí sin sobre son soy su sus también tan te tengo ti tiene tienen todo todos tu tú tus un una uno unos y ya yo'
  ).split(' '),
  stem: stemmer,
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
