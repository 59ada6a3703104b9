import type { Fact } from '../fact';
import { isSameFact, isSameRelation, isSameValue, sharedTerms, type ComparedFact } from './compare-facts';

/** What a fact is to one that is known: the same, its successor or predecessor, or one that cannot be true together with it. */
export type FactRelation = 'same' | 'later' | 'earlier' | 'contradicts';

/** Relations with several values at a time: who likes tea may like coffee, too.*/
const MULTI_VALUED = new Set(['is a', 'has', 'likes', 'dislikes', 'plans', 'decided', 'is allergic to', 'did']);

/** From this share of the terms of the shorter text on, two statements are about the same. */
const SAME_TOPIC = 0.6;
const FEWEST_SHARED = 3;
const CHANGED = /\b(?:no longer|any ?more|now|instead|stopped|quit|changed|switched|actually|used to)\b/i;

/** Which of two was said later; 0 where nobody can tell. Of one message the later sentence, which comes second, counts. */
function compareTimes(known: Fact, incoming: Fact): number {
  if (known.at === undefined || incoming.at === undefined) return 0;
  const apart = Date.parse(incoming.at) - Date.parse(known.at);
  if (apart !== 0) return Number.isNaN(apart) ? 0 : apart;
  return known.sources[0]?.id === incoming.sources[0]?.id ? 1 : 0;
}

const orderOf = (known: Fact, incoming: Fact): FactRelation => {
  const later = compareTimes(known, incoming);
  return later === 0 ? 'contradicts' : later > 0 ? 'later' : 'earlier';
};

const isAboutSame = (a: Fact, b: Fact): boolean =>
  a.about === undefined || b.about === undefined || a.about === b.about;

function isSameTopic(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = sharedTerms(a, b).length;
  return shared >= FEWEST_SHARED && shared >= SAME_TOPIC * Math.min(a.size, b.size);
}

const withoutNumbers = ({ terms, numbers }: ComparedFact): Set<string> =>
  new Set([...terms].filter((term) => !numbers.has(term)));

/** Do both give a number of the same thing, and another one? */
function isOtherNumber(a: ComparedFact, b: ComparedFact): boolean {
  if (a.numbers.size === 0 || b.numbers.size === 0) return false;
  if ([...a.numbers].some((number) => b.numbers.has(number))) return false;
  return isSameTopic(withoutNumbers(a), withoutNumbers(b));
}

/** Does one deny what the other says? */
const isDenial = (a: ComparedFact, b: ComparedFact): boolean =>
  a.isNegative !== b.isNegative && isSameTopic(a.terms, b.terms);

function isReplaced(a: ComparedFact, b: ComparedFact): boolean {
  const { relation = '' } = a.fact;
  if (!isSameRelation(a.fact, b.fact) || isSameValue(a.fact, b.fact)) return false;
  return !MULTI_VALUED.has(relation.toLowerCase());
}

/** What an incoming fact is to a known one; undefined where they have nothing to do with each other. */
export function relateFacts(known: ComparedFact, incoming: ComparedFact): FactRelation | undefined {
  if (isSameFact(known, incoming)) return 'same';
  if (!isAboutSame(known.fact, incoming.fact)) return undefined;
  if (isReplaced(known, incoming) || isOtherNumber(known, incoming)) return orderOf(known.fact, incoming.fact);
  if (!isDenial(known, incoming)) return undefined;
  const isChange = CHANGED.test(incoming.fact.text) && compareTimes(known.fact, incoming.fact) > 0;
  return isChange ? 'later' : 'contradicts';
}
