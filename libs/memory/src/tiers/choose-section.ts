import type { Fact } from '../fact';
import { MAX_SECTION } from '../limits';
import { ownText } from '../merging/compare-facts';
import { readTerms } from '../sentences/read-terms';

/** A section of a long-term memory. */
export interface MemorySection {
  readonly section: string;
  readonly facts: readonly Fact[];
}

/** The section of facts that are about no person and fit no topic. */
export const GENERAL_SECTION = 'general';
/** A fact belongs to a section that has at least this share of its terms. */
const SAME_TOPIC = 0.3;

const nameSection = (name: string): string => name.replace(/\s+/gu, ' ').trim().slice(0, MAX_SECTION).trim();

/** A statement with its speaker before it, as in a script: what it is about is mostly something else. */
const SCRIPT = /^[^:\n]{1,120}?(?: says?)?: /u;
const NAME = /^\p{Lu}/u;

const isOfPerson = ({ about, subject = '', text }: Fact): boolean =>
  about !== undefined && (NAME.test(subject) || !SCRIPT.test(text));

/** The person in whose section a fact belongs: `user:ann` is `ann`; of `Ann's sister` it is Ann. */
function personOf(fact: Fact): string | undefined {
  const { about = '', subject } = fact;
  if (isOfPerson(fact)) return nameSection(about.slice(about.indexOf(':') + 1)) || undefined;
  const name = /^\p{Lu}[\p{L}\p{M}-]*(?: \p{Lu}[\p{L}\p{M}-]*)?/u.exec(subject ?? '')?.[0];
  return name === undefined ? undefined : nameSection(name);
}

const fold = (name: string): string => name.toLowerCase();

/** The terms of a fact without who said it. */
const readTopic = (fact: Fact): ReadonlySet<string> => new Set(readTerms(ownText(fact).replace(SCRIPT, '')).keys());

/** The share of the terms of a fact that a section has. */
function shareIn(terms: ReadonlySet<string>, { facts }: MemorySection): number {
  const known = new Set(facts.flatMap((fact) => [...readTopic(fact)]));
  return [...terms].filter((term) => known.has(term)).length / Math.max(1, terms.size);
}

/**
 * The name of the section that a fact goes into: that of the person it is about, else of the existing section whose facts it has most words
 * in common with, else `general`. Existing sections are matched whatever their capitals.
 */
export function chooseSection(fact: Fact, sections: readonly MemorySection[]): string {
  const person = personOf(fact);
  if (person !== undefined) return sections.find(({ section }) => fold(section) === fold(person))?.section ?? person;
  const terms = readTopic(fact);
  const ranked = sections
    .map((one) => ({ section: one.section, share: shareIn(terms, one) }))
    .toSorted((a, b) => b.share - a.share);
  const [best] = ranked;
  return best !== undefined && best.share >= SAME_TOPIC ? best.section : GENERAL_SECTION;
}
