import type { FeatureWeights } from '@crumbtrail/contracts';
import type { Neighbours } from './neighbours';
import { meanLength, findOccurrences } from './occurrences';
import type { RankableText, RankingQuestion, QuestionTerm } from './question';

/** BM25 (Robertson & Zaragoza 2009): how fast repeating a term stops counting, and how much length counts. */
const K1 = 1.2;
const B = 0.75;
/**
 * How fast a term stops counting that stands in a text and beside it too. Frequencies are added up before they saturate, as in
 * BM25F (Robertson, Zaragoza & Taylor 2004), so that what covers more of a question beats what repeats one word of it.
 */
const SATURATION = 0.5;

/** What each text is worth by words: its own, those of its neighbours, and those of its segment. */
export interface TermScores {
  readonly bm25: Float64Array;
  readonly previous: Float64Array;
  readonly next: Float64Array;
  readonly second: Float64Array;
  /** From 0 for a segment that is no better than the mean to 1 for the best. */
  readonly session: Float64Array;
  /** What all words of the question are worth, found or not. */
  readonly whole: number;
}

interface TermHits {
  readonly indexes: readonly number[];
  /** What the term is worth in each text of the pool. */
  readonly worth: Float64Array;
}

function findHits({ term }: QuestionTerm, pool: readonly RankableText[], averageLength: number): TermHits {
  const { places, times } = findOccurrences(term, pool);
  const worth = new Float64Array(pool.length);
  places.forEach((at, nth) => {
    const many = times[nth] as number;
    const { length } = pool[at] as RankableText;
    worth[at] = (many * (K1 + 1)) / (many + K1 * (1 - B + (B * length) / averageLength));
  });
  return { indexes: places, worth };
}

/** How rare a stem is: Robertson and Spärck Jones, never below zero. */
const rarity = (df: number, texts: number): number => Math.log(1 + (texts - df + 0.5) / (df + 0.5));

/** Of a typed array, 0 outside it. */
const valueAt = (values: Float64Array | Int32Array, at: number): number => (at < 0 ? 0 : (values[at] as number));
const indexAt = (side: Int32Array, at: number): number => (at < 0 ? -1 : (side[at] as number));

/** Adds a term to every text that holds it or stands at most two turns from one that does. */
class NeighbourScorer {
  /** The last term that each text was looked at for. */
  private readonly seen: Int32Array;
  private terms = 0;

  constructor(
    private readonly shares: Omit<TermScores, 'whole'>,
    private readonly neighbours: Neighbours,
    private readonly weights: FeatureWeights,
  ) {
    this.seen = new Int32Array(neighbours.segment.length);
  }

  /** `indexes`: the texts that hold the term. */
  add({ indexes, worth }: TermHits, value: number): void {
    const { previous, next } = this.neighbours;
    this.terms += 1;
    for (const at of indexes) {
      const [before, after] = [indexAt(previous, at), indexAt(next, at)];
      for (const near of [at, before, after, indexAt(previous, before), indexAt(next, after)])
        this.addTo(near, worth, value);
    }
  }

  private addTo(at: number, worth: Float64Array, value: number): void {
    if (at < 0 || this.seen[at] === this.terms) return;
    this.seen[at] = this.terms;
    const { shares, weights } = this;
    const { previous, next } = this.neighbours;
    const before = indexAt(previous, at);
    const after = indexAt(next, at);
    const own = weights.bm25 * valueAt(worth, at);
    const fromPrevious = weights.previous * valueAt(worth, before);
    const fromNext = weights.next * valueAt(worth, after);
    const fromSecond =
      weights.second * (valueAt(worth, indexAt(previous, before)) + valueAt(worth, indexAt(next, after)));
    const sum = own + fromPrevious + fromNext + fromSecond;
    if (sum === 0) return;
    const scale = (value * (1 + SATURATION)) / (sum + SATURATION);
    shares.bm25[at] = valueAt(shares.bm25, at) + scale * own;
    shares.previous[at] = valueAt(shares.previous, at) + scale * fromPrevious;
    shares.next[at] = valueAt(shares.next, at) + scale * fromNext;
    shares.second[at] = valueAt(shares.second, at) + scale * fromSecond;
  }
}

/** BM25 of whole segments: what the turns around an answer are about is what it is about. */
class SegmentScorer {
  private readonly lengths: Float64Array;
  private readonly scores: Float64Array;
  private readonly average: number;

  constructor(
    private readonly pool: readonly RankableText[],
    private readonly neighbours: Neighbours,
  ) {
    this.lengths = new Float64Array(neighbours.segments);
    this.scores = new Float64Array(neighbours.segments);
    pool.forEach(({ length }, at) => {
      const segment = valueAt(neighbours.segment, at);
      this.lengths[segment] = valueAt(this.lengths, segment) + length;
    });
    this.average = Math.max(1, this.lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, neighbours.segments));
  }

  add({ term, weight }: QuestionTerm, indexes: readonly number[]): void {
    const times = new Map<number, number>();
    for (const at of indexes) {
      const segment = valueAt(this.neighbours.segment, at);
      times.set(segment, (times.get(segment) ?? 0) + (this.pool[at]?.terms.get(term) ?? 0));
    }
    const all = this.neighbours.segments;
    const idf = rarity(times.size, all);
    for (const [segment, count] of times) {
      const norm = K1 * (1 - B + (B * valueAt(this.lengths, segment)) / this.average);
      this.scores[segment] = valueAt(this.scores, segment) + (weight * idf * count * (K1 + 1)) / (count + norm);
    }
  }

  /** A lone segment says nothing: every text is in it. */
  share(into: Float64Array): void {
    const mean = this.scores.reduce((sum, one) => sum + one, 0) / Math.max(1, this.scores.length);
    const span = this.scores.reduce((most, one) => Math.max(most, one), 0) - mean;
    if (span <= 1e-9) return;
    this.neighbours.segment.forEach((segment, at) => {
      into[at] = Math.max(0, valueAt(this.scores, segment) - mean) / span;
    });
  }
}

/** Works out all word features of a pool at once. Words count in idf; `session` from 0 to 1. */
export function scoreTerms(
  pool: readonly RankableText[],
  question: RankingQuestion,
  weights: FeatureWeights,
  neighbours: Neighbours,
): TermScores {
  const empty = (): Float64Array => new Float64Array(pool.length);
  const shares = { bm25: empty(), previous: empty(), next: empty(), second: empty(), session: empty() };
  const adding = new NeighbourScorer(shares, neighbours, weights);
  const segments = new SegmentScorer(pool, neighbours);
  const averageLength = Math.max(1, question.averageLength ?? meanLength(pool));
  let whole = 0;
  for (const term of question.terms) {
    const hits = findHits(term, pool, averageLength);
    const value = term.weight * (term.idf ?? rarity(hits.indexes.length, pool.length));
    whole += value;
    if (hits.indexes.length === 0) continue;
    adding.add(hits, value);
    segments.add(term, hits.indexes);
  }
  segments.share(shares.session);
  return { ...shares, whole };
}
