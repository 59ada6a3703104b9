import { LRUCache } from 'lru-cache';
import { fold, lower } from '../fold';
import type { Language } from './language';

/** Several readers of a question want the stem of each of its words. By language and word, of limited characters. */
const remembered = new LRUCache<string, string>({
  maxSize: 50_000,
  sizeCalculation: (stem, word) => word.length + stem.length + 1,
});

/** The stem of a word, folded; the folded word in a language without a stemmer. */
export function foldedStem({ code, stem }: Language, word: string): string {
  if (stem === undefined) return fold(word);
  const key = `${code} ${word}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const folded = fold(stem(lower(word)));
  remembered.set(key, folded);
  return folded;
}
