import { languagesOf, weighLanguages } from './detect-language';
import { fold } from './fold';
import type { Language } from './languages/language';
import { listWords } from './words-by-kind';

/** How much the words of a text speak for a language. */
export interface LanguageVote {
  /** ISO 639-1. */
  readonly code: string;
  /** How many different words are small ones of the language: its stop words, and those that deny, count, compare or greet. */
  readonly words: number;
  /** What its stop words and letters weigh: those of several languages count less. */
  readonly weight: number;
}

function groupSmallWords(languages: readonly Language[]): ReadonlyMap<string, readonly Language[]> {
  const byWord = new Map<string, Language[]>();
  for (const language of languages)
    for (const word of new Set([...language.stopWords, ...listWords(language).map(fold)]))
      byWord.set(word, [...(byWord.get(word) ?? []), language]);
  return byWord;
}

const known = new Map<string, ReadonlyMap<string, readonly Language[]>>();

function smallWordsOf(script: string): ReadonlyMap<string, readonly Language[]> {
  const found = known.get(script) ?? groupSmallWords(languagesOf(script));
  known.set(script, found);
  return found;
}

/** The languages of a script for which words speak, the one with the most small words first. */
export function voteForLanguages(words: readonly string[], script: string): LanguageVote[] {
  const counts = new Map<Language, number>();
  const smallWords = smallWordsOf(script);
  for (const word of new Set(words.map(fold)))
    for (const language of smallWords.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  const weights = new Map(weighLanguages(words, script));
  return [...counts]
    .map(([language, count]) => ({ code: language.code, words: count, weight: weights.get(language) ?? 0 }))
    .toSorted((a, b) => b.words - a.words || b.weight - a.weight || (a.code < b.code ? -1 : 1));
}
