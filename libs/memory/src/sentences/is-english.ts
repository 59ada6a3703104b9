import { words } from '@crumbtrail/hints';
import { PAST_VERBS, PRESENT_VERBS } from './english-verbs';

/** Function words of English that are none of another language in Latin letters. */
const ENGLISH = new Set(
  (
    "i i'm i've i'll i'd my the our are were been have had and of to it it's that this you your they their his her she with from but not " +
    "would can't can could what how there when which don't doesn't didn't isn't wasn't won't never yes for at by is be we"
  ).split(' '),
);
/** Function words that English and other languages have: `in`, `a`, `was`. They count where nothing else tells. */
const SHARED = new Set('a an as at do does for has he in is me on so was will of we no by am up'.split(' '));
/** Function words of other languages in Latin letters, none of which is an English word. */
const FOREIGN = new Set(
  (
    'wohne wohnt lebe lebt arbeite arbeitet heißt jetzt seit nach hat haben sind aus bei kein keine ' +
    'vive trabajo trabaja ahora habite travaille maintenant como vivono lavoro werk werkt woont ' +
    'ich und der die das ist nicht ein eine einen mein meine meinen habe bin mit für auf zu den dem im wir sie er es ' +
    'el los las que una uno un mi mis tengo soy estoy vivo por con para del al y se lo su muy pero ' +
    'je le la les des une est suis pas et du au aux en mon ma mes avec dans pour sur chez ai ' +
    'eu um uma meu minha não nao os com em na da moro sou tenho ' +
    'il di che sono ho mio mia gli nel della del e abito ' +
    'ik het een zijn mijn niet van heb met voor woon en ' +
    'jag är och på mitt min bor har inte ett jeg og på med er ikke ' +
    'bir ve çok benim için ile değil var ' +
    'jest się mam moja mój mieszkam nie w z na ' +
    'saya aku di dan yang tidak dengan tinggal ' +
    'tôi là và của không ở'
  ).split(' '),
);
const LATIN = /^[\p{Script=Latin}\p{N}\p{M}'’]+$/u;
const LEAST_SHARE = 0.15;
/** A word in lower case with a letter that English does not have. */
const OTHER_LETTER = /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu;
// eslint-disable-next-line no-control-regex -- ASCII is meant
const NOT_ASCII = /[^\x00-\x7f]/;
/** English words that are written with such letters. */
const BORROWED =
  /^(?:caf[eé]s?|r[eé]sum[eé]s?|na[iï]ve|fianc[eé]e?|jalape[nñ]os?|clich[eé]s?|d[eé]cor|touch[eé]|cr[eè]me|cr[eê]pes?|saut[eé]e?d?|entr[eé]es?)$/u;

const hasOtherLetters = (text: string): boolean =>
  (text.normalize('NFC').replaceAll('’', "'").match(OTHER_LETTER) ?? []).some(
    (word) => NOT_ASCII.test(word) && !BORROWED.test(word),
  );

const isEnglishVerb = (word: string): boolean =>
  PAST_VERBS.has(word) ||
  PRESENT_VERBS.has(word) ||
  PRESENT_VERBS.has(word.replace(/s$/, '')) ||
  PRESENT_VERBS.has(word.replace(/ies$/, 'y')) ||
  /[a-z]{2}ed$/.test(word);

/** An ending that only English contracts: `we're`, `that's`. */
const CONTRACTED = /\p{L}'(?:s|re|ve|ll|m|d)(?!\p{L})|n't(?!\p{L})/u;

/** Is a sentence English, as far as its function words and verbs tell? Undefined where nothing tells, as in `Bergen, Rex`. */
export function readsEnglish(text: string): boolean | undefined {
  const list = words(text).map((word) => word.replaceAll('’', "'"));
  if (list.length === 0 || !list.every((word) => LATIN.test(word))) return false;
  const count = (among: ReadonlySet<string>): number => list.filter((word) => among.has(word)).length;
  const hints = [list.some(isEnglishVerb), list.some((word) => CONTRACTED.test(word))].filter(Boolean).length;
  const [english, foreign] = [count(ENGLISH) + hints, count(FOREIGN) + (hasOtherLetters(text) ? 1 : 0)];
  if (foreign > 0) return foreign < english;
  if (english === 0) return undefined;
  return english + count(SHARED) >= LEAST_SHARE * list.length ? true : undefined;
}
