import { newStemmer } from 'snowball-stemmers';
import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { phrases } from './phrases';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Those of Snowball's list for English, which Postgres uses: what earlier versions of the index have left out. */
const STOP_WORDS =
  'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them ' +
  'their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing ' +
  'a an the and but if or because as until while of at by for with about against between into through during before after above below to from ' +
  'up down in out on off over under again further then once here there when where why how all any both each few more most other some such no ' +
  'nor not only own same so than too very s t can will just don should now';

// Porter 2, as Postgres has it; that of @orama/stemmers is Porter 1, which makes `okai` of okay.
const snowball = newStemmer('english');

export const english = defineLanguage({
  code: 'en',
  script: 'Latin',
  isCommonOfScript: true,
  irregular: irregularWords + shortWords,
  phrases,
  // Nouns of verbs with a particle: `takeoff`, `take-off`.
  respellings: [[/^(\p{L}{3,})-?(?:off|out|up|away|back|down)$/u, '$1']],
  stopWords: STOP_WORDS.split(' '),
  stem: (word) => snowball.stem(word),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
