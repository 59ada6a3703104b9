import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS =
  'lərimiz larımız lərdən lardan lərdə larda lərin ların lərə lara ləri ları lər lar nın nin nun nün dan dən dadır dədir dır dir dur ' +
  'dür da də ını ini unu ünü ın in un ün nı ni nu nü sı si su sü ya yə yı yi a ə ı i u ü';

export const azerbaijani = defineLanguage({
  code: 'az',
  script: 'Latin',
  letters: 'əğışç',
  stopWords: (
    'və bir bu o da də ki ilə üçün amma lakin ya kimi çox daha mən sən biz siz onlar mənim sənin onun bizim var idi olan olar etdi ' +
    'edib sonra əvvəl hər özü lazım'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  dateWords,
  numberWords,
  wordKinds,
});
