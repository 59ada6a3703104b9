import { words } from '@crumbtrail/hints';
import { voteForLanguages, type LanguageVote } from '@crumbtrail/text';
import { PAST_VERBS, PRESENT_VERBS } from './english-verbs';

const LATIN = /^[\p{Script=Latin}\p{N}\p{M}'’]+$/u;
const LEAST_SHARE = 0.15;
type Evidence = Pick<LanguageVote, 'words' | 'weight'>;
const NONE: Evidence = { words: 0, weight: 0 };
/** So many words tell more than one that several languages have. */
const SURE = 2;
const NEARLY = 0.6;
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

/** What speaks for a sentence as one of other languages: most small words in one of them, and letters that English does not have. */
function weighOthers(votes: readonly LanguageVote[], text: string): Evidence {
  const { words: count, weight } = votes.find(({ code }) => code !== 'en') ?? NONE;
  const letters = hasOtherLetters(text) ? 1 : 0;
  return { words: count + letters, weight: weight + letters };
}

/** What speaks for a sentence as English: its small words, its verbs and its contractions. */
function weighEnglish(votes: readonly LanguageVote[], list: readonly string[]): Evidence {
  const { words: count, weight } = votes.find(({ code }) => code === 'en') ?? NONE;
  const hints = [list.some(isEnglishVerb), list.some((word) => CONTRACTED.test(word))].filter(Boolean).length;
  return { words: count + hints, weight: weight + hints };
}

/** Do as many words speak for English as for another language, and weigh enough? Its words resemble those of many. */
const isNearlySame = (english: Evidence, other: Evidence): boolean =>
  english.weight > other.weight || (english.words >= SURE && english.weight >= NEARLY * other.weight);

/** Is a sentence English, as far as its small words and verbs tell? Undefined where they do not, as in `Bergen, Rex`. */
export function readsEnglish(text: string): boolean | undefined {
  const list = words(text).map((word) => word.replaceAll('’', "'"));
  if (list.length === 0 || !list.every((word) => LATIN.test(word))) return false;
  const votes = voteForLanguages(
    list.flatMap((word) => word.split("'")),
    'Latin',
  );
  const [english, other] = [weighEnglish(votes, list), weighOthers(votes, text)];
  if (english.words < other.words) return false;
  if (english.words > other.words || isNearlySame(english, other))
    return english.words >= LEAST_SHARE * list.length ? true : undefined;
  return english.weight < other.weight ? false : undefined;
}
