import { hammingDistance, simhash, stem, words } from '@crumbtrail/hints';
import type { Fact } from '../fact';
import { TermReader, type TermKind } from '../sentences/read-terms';

/** A fact in the form in which facts are compared. */
export interface ComparedFact {
  readonly fact: Fact;
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly hash: string;
  readonly isNegative: boolean;
}

const NEGATION =
  /\b(?:not|never|no|nobody|nothing|none|without|cannot|haven't|hasn't|hadn't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|can't|couldn't|no longer|any ?more)\b/i;
/** In how many of 64 bits texts may differ that say nearly the same. */
const NEAR_BITS = 6;
/** Least share of the terms of both that near-identical texts have in common. */
const NEAR_SHARE = 0.85;

/** What an earlier fact said, in the text of the one that replaced it. */
export const BEFORE = / \((?:before|also said)\b[^]*\)$/;

/** The text of a fact without what it replaced. */
export const ownText = ({ text }: Pick<Fact, 'text'>): string => text.replace(BEFORE, '');

/** What tells a statement from its denial, and nothing about its topic. */
const DENIALS = ['never', 'any', 'ever', 'none', 'nothing', 'longer', 'anymor', 'actual', 'yet'];

/** Terms that facts about one participant have in common, whatever they say. */
const termsOfSubject = ({ about = '' }: Fact, text: string, reader: TermReader): string[] =>
  about === '' ? [] : [...reader.read(`. ${/^\p{Lu}[\p{L}\p{M}-]*/u.exec(text)?.[0] ?? ''}`).keys()];

export function readFact(fact: Fact, reader: TermReader): ComparedFact {
  const text = ownText(fact);
  const terms: Map<string, TermKind> = reader.read(text);
  for (const term of [...DENIALS, ...termsOfSubject(fact, text, reader)]) terms.delete(term);
  return {
    fact,
    terms: new Set(terms.keys()),
    numbers: new Set([...terms].filter(([, kind]) => kind === 'number').map(([term]) => term)),
    hash: simhash(text),
    isNegative: NEGATION.test(text.replaceAll('’', "'")),
  };
}

export const sharedTerms = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] =>
  [...a].filter((term) => b.has(term));

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

const normalise = (text: string | undefined): string =>
  words(text ?? '')
    .map(stem)
    .join(' ');

/** Are they about the same relation of the same subject? */
export const isSameRelation = (a: Fact, b: Fact): boolean =>
  a.relation !== undefined &&
  b.relation !== undefined &&
  normalise(a.relation) === normalise(b.relation) &&
  normalise(a.subject) === normalise(b.subject);

export const isSameValue = (a: Fact, b: Fact): boolean => normalise(a.value) === normalise(b.value);

/** Do they say the same: the same words, or nearly, with the same numbers, and both or neither with a negation? */
export function isSameFact(a: ComparedFact, b: ComparedFact): boolean {
  if (ownText(a.fact) === ownText(b.fact)) return true;
  if (a.isNegative !== b.isNegative || !isSameSet(a.numbers, b.numbers)) return false;
  if (isSameRelation(a.fact, b.fact) && isSameValue(a.fact, b.fact) && a.fact.value !== undefined) return true;
  const shared = sharedTerms(a.terms, b.terms).length;
  const isNear = shared >= NEAR_SHARE * Math.max(a.terms.size, b.terms.size) && shared > 0;
  return isNear && (hammingDistance(a.hash, b.hash) <= NEAR_BITS || shared === Math.max(a.terms.size, b.terms.size));
}
