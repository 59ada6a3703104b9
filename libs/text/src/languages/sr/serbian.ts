import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'овима евима ама има ове еве ови ев ов ева ом ем ог их ој у е и а о';

export const serbian = defineLanguage({
  code: 'sr',
  script: 'Cyrillic',
  letters: 'ђјљњћџ',
  stopWords: (
    'и је су сам смо сте био била било који која које се на за од из по али или као што како овај ова ово тај та то мој моја свој ' +
    'своје нас вас њих већ још само кад када ако ће ћу ћемо би код према'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
