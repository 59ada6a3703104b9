import { LRUCache } from 'lru-cache';
import { languagesOf, languagesOfWords, weighLanguages } from '../detect-language';
import type { Language } from '../languages/language';
import { scanRuns } from '../scan';
import { scriptOf, UNSPACED } from '../scripts';

/** In a question a language is tried if as large a share speaks for it as for the likeliest: questions are short, and names of days tell languages apart. */
const LEAST_SHARE = 0.1;

/** The languages that the words of a script are read in, the likeliest first. */
type ChooseLanguages = (words: readonly string[], script: string) => readonly Language[];

const chooseForQuestion: ChooseLanguages = (words, script) => {
  const weighed = [...weighLanguages(words, script)].sort((a, b) => b[1] - a[1]);
  const most = weighed[0]?.[1] ?? 0;
  if (most === 0) return languagesOf(script);
  return weighed.filter(([, weight]) => weight >= LEAST_SHARE * most).map(([language]) => language);
};

const chooseForStatement: ChooseLanguages = (words, script) => {
  const { likely, possible } = languagesOfWords(words, script);
  return likely.length === 1 ? likely : possible;
};

function findLanguages(text: string, choose: ChooseLanguages): readonly Language[] {
  const words = scanRuns(text).flatMap(({ surface }) => surface.split(/[^\p{L}\p{M}]+/u));
  const scripts = new Set([...words.map(scriptOf), ...(UNSPACED.test(text) ? ['Han', 'Hiragana'] : [])]);
  return [...scripts].flatMap((script) =>
    script === null
      ? []
      : choose(
          words.filter((word) => scriptOf(word) === script),
          script,
        ),
  );
}

/** A question is read for its words that name days and then, for each list of texts, for the days. */
const latest = new LRUCache<string, readonly Language[]>({ max: 64 });

/** The languages in which the days of a question are read. */
export function languagesOfQuestion(text: string): readonly Language[] {
  const found = latest.get(text) ?? findLanguages(text, chooseForQuestion);
  latest.set(text, found);
  return found;
}

/** Those in which the days of a statement are read: a wrong day is worse than none. */
export const languagesOfStatement = (text: string): readonly Language[] => findLanguages(text, chooseForStatement);
