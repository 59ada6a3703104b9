import { stemmer } from '@orama/stemmers/turkish';
import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { wordKinds } from './word-kinds';

export const azerbaijani = defineLanguage({
  code: 'az',
  script: 'Latin',
  letters: 'əğışç',
  stopWords: (
    'və bir bu o da də ki ilə üçün amma lakin ya kimi çox daha mən sən biz siz onlar mənim sənin onun bizim var idi olan olar etdi ' +
    'edib sonra əvvəl hər özü lazım'
  ).split(' '),
  stem: stemmer,
  dateWords,
  wordKinds,
});
