import type { FeatureWeights } from '@crumbtrail/contracts';
import { inverseDocumentFrequency } from './inverse-document-frequency';
import { findNeighbours, type Neighbours } from './neighbours';
import { indexOccurrences, meanLength } from './occurrences';
import type { QuestionTerm, RankableText, RankingQuestion } from './question';
import type { TextList } from './text-list';

/** BM25 (Robertson & Zaragoza 2009): how fast repeating a term stops counting, and how much length counts. */
const K1 = 1.2;
const B = 0.75;
/**
 * How fast a term stops counting that occurs in a text and in its neighbours. Frequencies are added up before they saturate, as in
 * BM25F (Robertson, Zaragoza & Taylor 2004), so that a text that covers more of a question beats one that repeats one word of it.
 */
const SATURATION = 0.5;

/** The scores of each text by the question's terms, one array for each feature. */
export interface TermScores {
  /** By the text's own words. */
  readonly bm25: Float64Array;
  /** By the words of the text before it. */
  readonly previous: Float64Array;
  /** By the words of the text after it. */
  readonly next: Float64Array;
  /** By the words of the texts two before and two after it. */
  readonly second: Float64Array;
  /** The score of its segment: from 0 for a segment at or below the mean to 1 for the best segment. */
  readonly session: Float64Array;
  /** Sum of the weights of all terms of the question, found or not. */
  readonly whole: number;
}

interface TermHits {
  readonly indexes: readonly number[];
  /** The term's saturated frequency in each text. */
  readonly worth: Float64Array;
}

function findHits({ term }: QuestionTerm, list: TextList<RankableText>, averageLength: number): TermHits {
  const { texts } = list;
  const { places, times } = list.once(indexOccurrences).find(term);
  const worth = new Float64Array(texts.length);
  places.forEach((at, nth) => {
    const many = times[nth] as number;
    const { length } = texts[at] as RankableText;
    worth[at] = (many * (K1 + 1)) / (many + K1 * (1 - B + (B * length) / averageLength));
  });
  return { indexes: places, worth };
}

/** The value at an index; 0 for the index -1. */
const valueAt = (values: Float64Array | Int32Array, at: number): number => (at < 0 ? 0 : (values[at] as number));
/** The neighbour at an index; -1 for the index -1. */
const indexAt = (side: Int32Array, at: number): number => (at < 0 ? -1 : (side[at] as number));

/** Adds the scores of a term to every text that has it and to the two texts on each side of it. */
class NeighbourScorer {
  /** The number of the last term that was added to each text. */
  private readonly seen: Int32Array;
  private terms = 0;

  constructor(
    private readonly scores: Omit<TermScores, 'whole'>,
    private readonly neighbours: Neighbours,
    private readonly weights: FeatureWeights,
  ) {
    this.seen = new Int32Array(neighbours.segment.length);
  }

  /** `value` is the weight of the term in the question. */
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
    const { scores, weights } = this;
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
    scores.bm25[at] = valueAt(scores.bm25, at) + scale * own;
    scores.previous[at] = valueAt(scores.previous, at) + scale * fromPrevious;
    scores.next[at] = valueAt(scores.next, at) + scale * fromNext;
    scores.second[at] = valueAt(scores.second, at) + scale * fromSecond;
  }
}

/** BM25 of whole segments: an answer is about what the turns around it are about. */
class SegmentScorer {
  private readonly lengths: Float64Array;
  private readonly scores: Float64Array;
  private readonly average: number;

  constructor(
    private readonly texts: readonly RankableText[],
    private readonly neighbours: Neighbours,
  ) {
    this.lengths = new Float64Array(neighbours.segments);
    this.scores = new Float64Array(neighbours.segments);
    texts.forEach(({ length }, at) => {
      const segment = valueAt(neighbours.segment, at);
      this.lengths[segment] = valueAt(this.lengths, segment) + length;
    });
    this.average = Math.max(1, this.lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, neighbours.segments));
  }

  add({ term, weight }: QuestionTerm, indexes: readonly number[]): void {
    const times = new Map<number, number>();
    for (const at of indexes) {
      const segment = valueAt(this.neighbours.segment, at);
      times.set(segment, (times.get(segment) ?? 0) + (this.texts[at]?.terms.get(term) ?? 0));
    }
    const all = this.neighbours.segments;
    const idf = inverseDocumentFrequency(times.size, all);
    for (const [segment, count] of times) {
      const norm = K1 * (1 - B + (B * valueAt(this.lengths, segment)) / this.average);
      this.scores[segment] = valueAt(this.scores, segment) + (weight * idf * count * (K1 + 1)) / (count + norm);
    }
  }

  /** Writes the segment scores; all are 0 where no segment is better than the mean, as in a lone one. */
  writeTo(into: Float64Array): void {
    const mean = this.scores.reduce((sum, one) => sum + one, 0) / Math.max(1, this.scores.length);
    const span = this.scores.reduce((most, one) => Math.max(most, one), 0) - mean;
    if (span <= 1e-9) return;
    this.neighbours.segment.forEach((segment, at) => {
      into[at] = Math.max(0, valueAt(this.scores, segment) - mean) / span;
    });
  }
}

/** Computes all term features at once; `texts` are in time order. */
export function scoreTerms(
  list: TextList<RankableText>,
  question: RankingQuestion,
  weights: FeatureWeights,
): TermScores {
  const { texts } = list;
  const neighbours = list.once(findNeighbours);
  const empty = (): Float64Array => new Float64Array(texts.length);
  const scores = { bm25: empty(), previous: empty(), next: empty(), second: empty(), session: empty() };
  const byNeighbours = new NeighbourScorer(scores, neighbours, weights);
  const bySegment = new SegmentScorer(texts, neighbours);
  const averageLength = Math.max(1, question.averageLength ?? list.once(meanLength));
  let whole = 0;
  for (const term of question.terms) {
    const hits = findHits(term, list, averageLength);
    const value = term.weight * (term.idf ?? inverseDocumentFrequency(hits.indexes.length, texts.length));
    whole += value;
    if (hits.indexes.length === 0) continue;
    byNeighbours.add(hits, value);
    bySegment.add(term, hits.indexes);
  }
  bySegment.writeTo(scores.session);
  return { ...scores, whole };
}
