import { MAX_FACT_CHARACTERS, MAX_FACT_SOURCES } from '@crumbtrail/contracts';
import type { Fact } from '../fact';
import { MAX_CONTRADICTIONS } from '../limits';
import { ownText, quoteOf, readFact, type ComparedFact } from './compare-facts';
import { FactRelater, type FactRelation } from './relate-facts';
import { isSameSpeaker, speakersOf } from './speakers';

type Sources = Fact['sources'];

const isBlank = ({ text }: Fact): boolean => text.trim() === '';
/** A fact that a person worded or pinned: nobody else changes its words. */
const isFixed = ({ pinned, edited_by }: Fact): boolean => pinned === true || edited_by !== undefined;

/** A fact with this many sources gets no more when it is said again, so that a memory does not fill with sources. */
const ENOUGH_SOURCES = 16;

/** The sources in their order, each once, in the newest of its versions; at most `most`. */
function listSources(sources: Sources, most: number): Sources {
  const versions = new Map<string, number>();
  for (const { id, version } of sources) versions.set(id, Math.max(version, versions.get(id) ?? 0));
  return [...versions].map(([id, version]) => ({ id, version })).slice(0, most);
}

/** The sources of a fact that was said again. Those that it has come first and stay, because its words rest on them. */
const addSources = (known: Sources, again: Sources): Sources =>
  listSources([...known, ...again], Math.max(known.length, ENOUGH_SOURCES));

/** The sources of a text and of what it quotes. If there are too many, the first of each stay, because the words rest on these. */
function joinSources(own: Sources, quoted: Sources): Sources {
  const half = MAX_FACT_SOURCES / 2;
  return listSources(
    [...own.slice(0, half), ...quoted.slice(0, half), ...own.slice(half), ...quoted.slice(half)],
    MAX_FACT_SOURCES,
  );
}

const laterOf = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && Date.parse(b) > Date.parse(a)) ? b : a;

/** A known fact that was said again. It stays the statement of those who made it. */
function confirm(known: Fact, again: Fact): Fact {
  const at = laterOf(known.at, again.at);
  const { said_by, ...added } = again;
  const isOfSame = said_by !== undefined && (isSameSpeaker(known, again) || speakersOf(known).length === 0);
  return {
    ...added,
    ...(isOfSame ? { said_by } : {}),
    ...known,
    ...(at === undefined ? {} : { at }),
    confidence: Math.max(known.confidence ?? 1, again.confidence ?? 1),
    sources: addSources(known.sources, again.sources),
  };
}

/** The day of a time, as in `(before, 2024-05-03: …)`. */
const dayOf = (at: string | undefined): string => (at === undefined ? '' : `, ${at.slice(0, 10)}`);

/** A fact that quotes another one and has more sources than this is not quoted: all of them would become sources of the new text. */
const MOST_QUOTED = 8;

const hasManySources = (fact: Fact): boolean => fact.text !== ownText(fact) && fact.sources.length > MOST_QUOTED;

/** The text of a fact with what another one said, if there is room and nobody has fixed its words. */
function quote(fact: Fact, other: Fact, word: 'before' | 'also said'): Fact {
  const text = `${ownText(fact)} (${word}${dayOf(other.at)}: ${quoteOf(other)})`;
  if (isFixed(fact) || hasManySources(other) || text.length > MAX_FACT_CHARACTERS) return fact;
  return { ...fact, text, sources: joinSources(fact.sources, other.sources) };
}

/** The earlier fact, which ends when the later one begins. */
function supersede(earlier: Fact, later: Fact): Fact {
  const until = later.from ?? later.at;
  return { ...earlier, superseded_by: later.id, ...(until === undefined ? {} : { until }) };
}

function contradict(fact: Fact, other: Fact): Fact {
  const ids = [...new Set([...(fact.contradicts ?? []), other.id])];
  return { ...fact, contradicts: ids.slice(-MAX_CONTRADICTIONS) };
}

/** Both facts, the known one first, changed as their relation demands. */
function settle(known: Fact, incoming: Fact, relation: Exclude<FactRelation, 'same'>): readonly [Fact, Fact] {
  const isKept = known.pinned === true && relation === 'later';
  if (relation === 'later' && !isKept) return [supersede(known, incoming), quote(incoming, known, 'before')];
  if (relation === 'earlier' && incoming.pinned !== true)
    return [quote(known, incoming, 'before'), supersede(incoming, known)];
  return [contradict(known, incoming), quote(contradict(incoming, known), known, 'also said')];
}

/** Rarity is computed as of at least so many facts: of fewer nobody can tell which words are rare. */
const FEWEST_FACTS = 16;

/** Collects facts, each compared with those that still hold. */
class FactCollection {
  private readonly facts: ComparedFact[] = [];
  private readonly counts = new Map<string, number>();
  private readonly relater = new FactRelater((term) => this.rarityOf(term));

  constructor(existing: readonly Fact[]) {
    for (const fact of existing) this.push(readFact(fact));
  }

  add(fact: Fact): void {
    let incoming = readFact(fact);
    for (const [at, known] of this.facts.entries()) {
      if (known.fact.superseded_by !== undefined || incoming.fact.superseded_by !== undefined) continue;
      const relation = this.relater.relate(known, incoming);
      if (relation === undefined) continue;
      if (relation === 'same') {
        this.facts[at] = { ...known, fact: confirm(known.fact, incoming.fact) };
        return;
      }
      const [before, after] = settle(known.fact, incoming.fact, relation);
      this.facts[at] = { ...known, fact: before };
      incoming = { ...incoming, fact: after };
    }
    this.push(incoming);
  }

  list(): Fact[] {
    return this.facts.map(({ fact }) => fact);
  }

  private push(one: ComparedFact): void {
    this.facts.push(one);
    for (const term of one.terms) this.counts.set(term, (this.counts.get(term) ?? 0) + 1);
  }

  private rarityOf(term: string): number {
    const facts = Math.max(FEWEST_FACTS, this.facts.length);
    return Math.log(1 + facts / (1 + (this.counts.get(term) ?? 0)));
  }
}

/**
 * The facts of a memory with new ones. One that was known gets the new sources. One with the subject and relation of an earlier fact, or
 * with another number of the same thing, supersedes it: the earlier one stays with `superseded_by` and `until`, and the text of the later
 * one quotes it. Facts of which one denies the other, of which nobody can tell which was said later, or that different participants said, name
 * each other in `contradicts`.
 * Pinned facts are never superseded, reworded or dropped; those without text are dropped.
 */
export function mergeFacts(existing: readonly Fact[], incoming: readonly Fact[]): Fact[] {
  const merged = new FactCollection(existing.filter((fact) => fact.pinned === true || !isBlank(fact)));
  for (const fact of incoming) if (!isBlank(fact)) merged.add(fact);
  return merged.list();
}
