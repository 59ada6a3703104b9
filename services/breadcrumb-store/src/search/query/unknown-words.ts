import { mayBePart, readQuestionKeys, transliterate } from '@crumbtrail/text';

/** How many words stand for one that no text has. */
export const MOST_SPELLINGS = 3;
/** A similar word says less than the word itself. */
export const SPELLING_WEIGHT = 0.8;
/** A longer word is no word. */
const LONGEST_WORD = 40;

/** A word of a question that no text has, by the keys that it could have: the usual one first. */
export type UnknownWord = readonly [usual: string, ...others: string[]];

/** The keys of a word in the other script. */
const transliteratedKeys = (surface: string): string[] =>
  transliterate(surface).flatMap((word) => readQuestionKeys(word).map(({ key }) => key));

/** Which stems a workspace has, by their document frequencies. */
export function isAmong(stems: readonly (readonly [stem: string, df: number])[]): (key: string) => boolean {
  const known = new Set(stems.flatMap(([stem, df]) => (df > 0 ? [stem] : [])));
  return (key) => known.has(key);
}

/** The words of a query that texts have in no form. */
export function findUnknown(query: string, isKnown: (key: string) => boolean): readonly UnknownWord[] {
  const keys = readQuestionKeys(query);
  const found = new Set(keys.filter(({ key }) => isKnown(key)).map(({ from }) => from));
  const words = new Map<number, UnknownWord>();
  for (const { key, isPart, from } of keys) {
    if (isPart || found.has(from) || !mayBePart(key) || key.length > LONGEST_WORD) continue;
    const word = words.get(from);
    words.set(from, word ? [...word, key] : [key]);
  }
  return [...words.values()].map(([usual, ...others]) => [
    usual,
    ...new Set([...others, ...transliteratedKeys(usual)].filter((key) => key !== usual)),
  ]);
}
