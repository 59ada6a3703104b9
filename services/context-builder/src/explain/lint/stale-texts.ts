import { fingerprintOf } from '../../text/fingerprint';
import type { RestoredItem } from '../restore';

/** Shorter texts that differ in a number are lists more often than facts. */
const LEAST_WORDS = 4;
/** A number of a text: `8443`, `1,240`, `v2`, `2026-05-08`. */
const NUMBER = /\p{Nd}/u;
const PLACE = '#';
/** What asks states nothing that could be stale. */
const QUESTION = /[?？؟]/u;

/** A text beside a newer one that says the same with another number. */
export interface StaleText {
  readonly old: RestoredItem;
  readonly newer: RestoredItem;
}

/** The forms of a text with one of its numbers left out: two texts that share one differ in that number alone. */
function formsWithout(words: readonly string[]): string[] {
  return words.flatMap((word, at) =>
    NUMBER.test(word) ? [[...words.slice(0, at), PLACE, ...words.slice(at + 1)].join(' ')] : [],
  );
}

const isOlder = (a: RestoredItem, b: RestoredItem): boolean => a.scored.item.position < b.scored.item.position;

interface WordedItem {
  readonly item: RestoredItem;
  readonly words: readonly string[];
}

const saysTheSame = (a: WordedItem, b: WordedItem): boolean => a.words.join(' ') === b.words.join(' ');

/** Kept texts beside which the newest text that differs from them in one number alone stands in the same context. */
export function findStaleTexts(items: readonly RestoredItem[]): StaleText[] {
  const byForm = new Map<string, WordedItem[]>();
  for (const item of items) {
    const { text } = item.scored.item;
    const { words } = fingerprintOf(text);
    if (words.length < LEAST_WORDS || QUESTION.test(text)) continue;
    for (const form of formsWithout(words)) byForm.set(form, [...(byForm.get(form) ?? []), { item, words }]);
  }
  const stale = new Map<RestoredItem, RestoredItem>();
  for (const same of byForm.values()) {
    const newest = same.reduce((a, b) => (isOlder(a.item, b.item) ? b : a));
    for (const one of same) if (!saysTheSame(one, newest)) stale.set(one.item, newest.item);
  }
  return [...stale].map(([old, newer]) => ({ old, newer }));
}
