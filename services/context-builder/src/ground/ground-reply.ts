import { splitSentences, readTerms, TERM_WEIGHTS, type SentenceRange, type TermKind } from '@crumbtrail/memory';

/** A source that a sentence rests on. */
export interface Citation {
  /** Index of the source. */
  readonly source: number;
  /** How much of what the sentence says is found there: the weight of the terms that both have, as a share of all its terms. */
  readonly share: number;
}

/** A sentence of a reply with what it rests on, most first. */
export interface GroundedSentence extends SentenceRange {
  readonly rests_on: readonly Citation[];
}

/** A grounded reply. */
export interface SentenceSources {
  readonly sentences: readonly GroundedSentence[];
  /** Number of further sentences, which were not looked at. */
  readonly beyond: number;
}

const MOST_SENTENCES = 500;
const MOST_CITATIONS = 4;
/** How much of a sentence its first source must have, and how much each further source must add. */
const FIRST_SHARE = 0.3;
const FURTHER_SHARE = 0.2;
/** A context of a few texts does not tell which words are rare: it counts as one of this many. */
const FEWEST_TEXTS = 8;

/** How rare a term is that `df` of `texts` texts have; a term that no text has is as rare as one that one text has. */
function rarity(df: number, texts: number): number {
  const known = Math.max(1, df);
  return Math.log(1 + (Math.max(texts, known) - known + 0.5) / (known + 0.5));
}

interface WeighedTerm {
  readonly kind: TermKind;
  readonly weight: number;
  /** The sources that have it. */
  readonly sources: readonly number[];
}

/** Which sources have each of the terms of a reply. */
function indexSources(sources: readonly string[], wanted: ReadonlySet<string>): Map<string, number[]> {
  const found = new Map<string, number[]>([...wanted].map((term) => [term, []]));
  sources.forEach((text, source) => {
    for (const term of readTerms(text).keys()) found.get(term)?.push(source);
  });
  return found;
}

/** What a source would add to what is found of a sentence. */
interface Gain {
  readonly source: number;
  weight: number;
  terms: number;
  /** A number, a name or an identifier is among the terms. */
  isSpecific: boolean;
}

function gainsOf(terms: readonly WeighedTerm[]): Gain[] {
  const gains = new Map<number, Gain>();
  for (const { kind, weight, sources } of terms) {
    for (const source of sources) {
      const gain = gains.get(source) ?? { source, weight: 0, terms: 0, isSpecific: false };
      gain.weight += weight;
      gain.terms += 1;
      gain.isSpecific ||= kind !== 'word';
      gains.set(source, gain);
    }
  }
  return [...gains.values()];
}

/** One word in common is chance; two, or a number or a name, are not. */
const isEvidence = ({ terms, isSpecific }: Gain): boolean => terms > 1 || isSpecific;

/** Most weight first; of two that are equal the shorter text, which says little else, then the one shown first. */
function pickBest(gains: readonly Gain[], lengths: readonly number[]): Gain | undefined {
  const ranked = gains.filter(isEvidence).sort((a, b) => {
    const shorter = (lengths[a.source] ?? 0) - (lengths[b.source] ?? 0);
    return b.weight - a.weight || shorter || a.source - b.source;
  });
  return ranked[0];
}

const toShare = (share: number): number => Math.min(1, Math.round(share * 1_000) / 1_000);

/** A text that a reply may rest on. */
export interface GroundingText {
  readonly text: string;
  /** Is it an earlier reply of the same agent? Such a text is a source only for what no other text says. */
  readonly isOwn?: boolean;
}

/** The sources of a sentence: the one with the most of its terms, then those that add the most of what is left; the agent's own replies last. */
function citeSources(terms: readonly WeighedTerm[], texts: readonly GroundingText[]): Citation[] {
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  const lengths = texts.map(({ text }) => text.length);
  const citations: Citation[] = [];
  let left = terms;
  for (const own of [false, true])
    while (citations.length < MOST_CITATIONS) {
      const gains = gainsOf(left).filter(({ source }) => (texts[source]?.isOwn ?? false) === own);
      const best = pickBest(gains, lengths);
      const needed = citations.length === 0 ? FIRST_SHARE : FURTHER_SHARE;
      if (!best || best.weight < needed * whole) break;
      const { source } = best;
      const shared = terms.filter(({ sources }) => sources.includes(source));
      citations.push({ source, share: toShare(shared.reduce((sum, { weight }) => sum + weight, 0) / whole) });
      left = left.filter(({ sources }) => !sources.includes(source));
    }
  return citations;
}

/**
 * Finds what each sentence of a reply rests on, among the texts that it was written with: those that have its rare words, its
 * numbers and its names. The same reply and texts always give the same result.
 */
export function groundReply(reply: string, sources: readonly GroundingText[]): SentenceSources {
  const ranges = splitSentences(reply);
  const looked = ranges.slice(0, MOST_SENTENCES).map((range) => ({
    range,
    terms: readTerms(reply.slice(range.start, range.end)),
  }));
  const index = indexSources(
    sources.map(({ text }) => text),
    new Set(looked.flatMap(({ terms }) => [...terms.keys()])),
  );
  const texts = Math.max(FEWEST_TEXTS, sources.length);
  const weigh = (term: string, kind: TermKind): WeighedTerm => {
    const found = index.get(term) ?? [];
    return { kind, weight: TERM_WEIGHTS[kind] * rarity(found.length, texts), sources: found };
  };
  const sentences = looked.map(({ range, terms }) => ({
    ...range,
    rests_on: citeSources(
      [...terms].map(([term, kind]) => weigh(term, kind)),
      sources,
    ),
  }));
  return { sentences, beyond: ranges.length - looked.length };
}
