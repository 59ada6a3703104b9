import { LRUCache } from 'lru-cache';
import { languagesOf, languagesOfWords, weighLanguages } from '../detect-language';
import type { Language } from '../languages/language';
import { scanRuns } from '../scan';
import { scriptOf, unspacedScriptsOf } from '../scripts';

/** In a question a language is tried if as large a share speaks for it as for the likeliest: questions are short, and names of days tell languages apart. */
const LEAST_SHARE = 0.1;

/** Languages that are equally likely. */
export interface LikelyLanguages {
  readonly languages: readonly Language[];
  /** Does the script, a word or a letter tell them? */
  readonly isTold: boolean;
}

/** The languages that the words of a script are read in, the likeliest first. */
type ChooseLanguages = (words: readonly string[], script: string) => readonly LikelyLanguages[];

const chooseForQuestion: ChooseLanguages = (words, script) => {
  const weighed = weighLanguages(words, script);
  const most = weighed[0]?.[1] ?? 0;
  const all = languagesOf(script);
  if (most === 0) return [{ languages: all, isTold: all.length === 1 }];
  const byWeight = new Map<number, Language[]>();
  for (const [language, weight] of weighed)
    if (weight >= LEAST_SHARE * most) byWeight.set(weight, [...(byWeight.get(weight) ?? []), language]);
  return [...byWeight.values()].map((languages) => ({ languages, isTold: true }));
};

const chooseForStatement: ChooseLanguages = (words, script) => {
  const { likely, possible } = languagesOfWords(words, script);
  return (likely.length === 1 ? likely : possible).map((language) => ({ languages: [language], isTold: true }));
};

/** Languages that are written in Chinese characters. */
const HAN_SCRIPTS = ['Han', 'Hiragana'];

/** The scripts without spaces that a text may be in, the likeliest first. */
function likelyScripts(text: string): readonly string[] {
  const found = unspacedScriptsOf(text);
  return found.includes('Han') ? [...found.filter((script) => script !== 'Han'), ...HAN_SCRIPTS] : found;
}

function findLanguages(text: string, choose: ChooseLanguages): readonly LikelyLanguages[] {
  const words = scanRuns(text).flatMap(({ surface }) => surface.split(/[^\p{L}\p{M}]+/u));
  const scripts = new Set([...words.map(scriptOf), ...likelyScripts(text)]);
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
const latest = new LRUCache<string, readonly LikelyLanguages[]>({ max: 64 });

/** The languages in which the days of a question are read. */
export function languagesOfQuestion(text: string): readonly LikelyLanguages[] {
  const found = latest.get(text) ?? findLanguages(text, chooseForQuestion);
  latest.set(text, found);
  return found;
}

/** Those in which the days of a statement are read: a wrong day is worse than none. */
export const languagesOfStatement = (text: string): readonly Language[] =>
  findLanguages(text, chooseForStatement).flatMap(({ languages }) => languages);
