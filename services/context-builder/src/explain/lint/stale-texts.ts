import { fingerprintOf } from '../../text/fingerprint';
import type { RestoredItem } from '../restore';

/** Shorter texts that differ in a number are lists more often than facts. */
const LEAST_WORDS = 4;
/** A number of a text: `8443`, `1,240`, `v2`, `2026-05-08`. */
const NUMBER = /\p{Nd}/u;
const PLACE = '#';

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

/** Kept texts beside which the newest text that differs from them in one number alone stands in the same context. */
export function findStaleTexts(items: readonly RestoredItem[]): StaleText[] {
  const byForm = new Map<string, RestoredItem[]>();
  for (const one of items) {
    const { words } = fingerprintOf(one.scored.item.text);
    if (words.length < LEAST_WORDS) continue;
    for (const form of formsWithout(words)) byForm.set(form, [...(byForm.get(form) ?? []), one]);
  }
  const stale = new Map<RestoredItem, RestoredItem>();
  for (const same of byForm.values()) {
    const newest = same.reduce((a, b) => (isOlder(a, b) ? b : a));
    for (const one of same) if (isOlder(one, newest)) stale.set(one, newest);
  }
  return [...stale].map(([old, newer]) => ({ old, newer }));
}
