import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS =
  'лардың лердің дардың дерінің тардың ларды лерді дарды дерді тарды терді лары лері лар лер дар дер тар тер ның нің дың дің тың тің ' +
  'ны ні ды ді ты ті ға ге қа ке да де та те нан нен дан ден тан тен мен сы сі ы і';

export const kazakh = defineLanguage({
  code: 'kk',
  script: 'Cyrillic',
  letters: 'әғқңөұүһі',
  stopWords: (
    'және бұл мен сен ол біз сіз олар бар жоқ емес үшін туралы бірақ немесе де да ма ме еді екен деп өз менің сенің оның біздің тағы ' +
    'көп'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  dateWords,
  numberWords,
  wordKinds,
});
