import type { Fact } from '../fact';
import { isSameFact, sharedTerms, type ComparedFact, type FactClause } from './compare-facts';
import { isDeathOf, isOneSlot } from './slots';
import { mayEnd } from './speakers';

/** How a new fact relates to a known one: it says the same, holds later or earlier, or cannot be true together with it. */
export type FactRelation = 'same' | 'later' | 'earlier' | 'contradicts';

/** How rare a term is among the facts of a memory, from 0 for one that all have. */
export type TermRarity = (term: string) => number;

/** The share of what a clause says, by the rarity of its terms, that another one must have to be about the same. */
const SAME_TOPIC = 0.6;
/** For two numbers of the same thing, both clauses must say this share of what they say together. */
const SAME_THING = 0.5;
const FEWEST_SHARED = 2;
/** A term of so many letters says as much as two: in some languages it is written together of them. */
const LONG_TERM = 8;
const countTerms = (terms: readonly string[]): number =>
  terms.reduce((count, term) => count + (term.length >= LONG_TERM ? 2 : 1), 0);
const CHANGED = /\b(?:no longer|any ?more|now|instead|stopped|quit|changed|switched|used to)\b/i;

/** Above 0 if the incoming fact was said later, below 0 if earlier, 0 if that is not known. Of two facts of one message, the incoming one is the later sentence. */
function compareTimes(known: Fact, incoming: Fact): number {
  if (known.at === undefined || incoming.at === undefined) return 0;
  const apart = Date.parse(incoming.at) - Date.parse(known.at);
  if (apart !== 0) return Number.isNaN(apart) ? 0 : apart;
  return known.sources[0]?.id === incoming.sources[0]?.id ? 1 : 0;
}

/** Which of two facts that cannot both hold ends the other. Neither does where they are statements of different participants. */
function orderOf(known: Fact, incoming: Fact): FactRelation {
  const later = compareTimes(known, incoming);
  if (later > 0 && mayEnd(known, incoming)) return 'later';
  return later < 0 && mayEnd(incoming, known) ? 'earlier' : 'contradicts';
}

/** A death ends what introduces who died, whichever was said first. */
function relateDeath(known: Fact, incoming: Fact): FactRelation | undefined {
  if (isDeathOf(incoming, known)) return mayEnd(known, incoming) ? 'later' : 'contradicts';
  if (!isDeathOf(known, incoming)) return undefined;
  return mayEnd(incoming, known) ? 'earlier' : 'contradicts';
}

const isAboutSame = (a: Fact, b: Fact): boolean =>
  a.about === undefined || b.about === undefined || a.about === b.about;

/** Compares facts by how rare their terms are. */
export class FactRelater {
  constructor(private readonly rarityOf: TermRarity) {}

  /** What an incoming fact is to a known one; undefined where they have nothing to do with each other. */
  relate(known: ComparedFact, incoming: ComparedFact): FactRelation | undefined {
    if (isSameFact(known, incoming)) return 'same';
    if (!isAboutSame(known.fact, incoming.fact)) return undefined;
    const ended = relateDeath(known.fact, incoming.fact);
    if (ended !== undefined) return ended;
    if (isOneSlot(known.fact, incoming.fact) || this.isOtherNumber(known, incoming))
      return orderOf(known.fact, incoming.fact);
    if (!this.isDenial(known, incoming) && !this.isDenial(incoming, known)) return undefined;
    return CHANGED.test(incoming.fact.text) && orderOf(known.fact, incoming.fact) === 'later' ? 'later' : 'contradicts';
  }

  private weigh(terms: Iterable<string>): number {
    let weight = 0;
    for (const term of terms) weight += this.rarityOf(term);
    return weight;
  }

  /** Do both give a number of the same thing, and another one? */
  private isOtherNumber(a: ComparedFact, b: ComparedFact): boolean {
    if (a.numbers.size === 0 || b.numbers.size === 0 || sharedTerms(a.numbers, b.numbers).length > 0) return false;
    return a.clauses.some((one) => b.clauses.some((other) => this.isNumberOfSame(one, other)));
  }

  private isNumberOfSame(a: FactClause, b: FactClause): boolean {
    if (a.numbers.size === 0 || b.numbers.size === 0) return false;
    const shared = sharedTerms(a.terms, b.terms);
    if (countTerms(shared) < FEWEST_SHARED) return false;
    return this.weigh(shared) >= SAME_THING * this.weigh(new Set([...a.terms, ...b.terms]));
  }

  /** Does the first deny what the second states? */
  private isDenial(denying: ComparedFact, stating: ComparedFact): boolean {
    const denials = denying.clauses.filter(({ isNegative }) => isNegative);
    const statements = stating.clauses.filter(({ isNegative }) => !isNegative);
    return denials.some(({ terms }) => {
      const shared = new Set(statements.flatMap((statement) => sharedTerms(terms, statement.terms)));
      return shared.size >= FEWEST_SHARED && this.weigh(shared) >= SAME_TOPIC * this.weigh(terms);
    });
  }
}
