import type { FeatureWeights, RankingParameters } from '@crumbtrail/contracts';
import { inverseDocumentFrequency } from './inverse-document-frequency';
import { discountLength } from './length';
import { NEIGHBOURS, type Neighbours } from './neighbours';
import { meanLength, OCCURRENCES } from './occurrences';
import type { QuestionTerm, RankableText, RankingQuestion } from './question';
import type { TextList } from './text-list';

/** The scores of each text by the question's terms, one array for each feature. */
export interface TermScores {
  /** By the text's own words. */
  readonly bm25: Float64Array;
  /** By the words of the rest of its message. */
  readonly message: Float64Array;
  /** By the words of the message before it. */
  readonly previous: Float64Array;
  /** By the words of the message after it. */
  readonly next: Float64Array;
  /** By the words of the messages two before and two after it. */
  readonly second: Float64Array;
  /** The score of its segment: from 0 for a segment at or below the mean to 1 for the best segment, less for a long one. */
  readonly session: Float64Array;
  /** Sum of the weights of all terms of the question, found or not. */
  readonly whole: number;
}

interface TermHits {
  /** Indexes of the texts that have the term. */
  readonly indexes: readonly number[];
  /** How often each of them has it. */
  readonly times: readonly number[];
  /** Indexes of their messages. */
  readonly messages: readonly number[];
  /** The term's saturated frequency in each text. */
  readonly worth: Float64Array;
  /** Its saturated frequency in each whole message, as much of it as the message lends to others. */
  readonly lent: Float64Array;
}

/** Where terms are looked up. */
interface TermPlaces {
  readonly list: TextList<RankableText>;
  readonly neighbours: Neighbours;
  readonly averageLength: number;
  readonly parameters: RankingParameters;
  /** Arrays of zeros for {@link TermHits}: one for each term of a question takes a megabyte in a long session. */
  readonly worth: Float64Array;
  readonly lent: Float64Array;
}

/** BM25's frequency of a term that occurs `many` times in a text whose length is `relative` to the mean. */
export const saturate = (many: number, relative: number, { k1, b }: RankingParameters): number =>
  (many * (k1 + 1)) / (many + k1 * (1 - b + b * relative));

/** The places of a term are in time order, so those of one message stand together. */
function findHits({ term }: QuestionTerm, places: TermPlaces): TermHits {
  const { list, neighbours, averageLength, parameters, worth, lent } = places;
  const { texts } = list;
  const { of, stems, tokens } = neighbours.messages;
  const lending = { short: parameters.short_tokens, exponent: parameters.lent };
  const { places: indexes, times } = list.continued(OCCURRENCES).find(term);
  const messages: number[] = [];
  for (let nth = 0; nth < indexes.length;) {
    const message = of[indexes[nth] as number] as number;
    let all = 0;
    for (; nth < indexes.length && of[indexes[nth] as number] === message; nth += 1) {
      const at = indexes[nth] as number;
      const many = times[nth] as number;
      worth[at] = saturate(many, (texts[at] as RankableText).length / averageLength, parameters);
      all += many;
    }
    const whole = saturate(all, (stems[message] as number) / averageLength, parameters);
    lent[message] = whole * discountLength(tokens[message] as number, lending);
    messages.push(message);
  }
  return { indexes, times, messages, worth, lent };
}

/** Makes the arrays zeros again. */
function clearHits({ indexes, messages, worth, lent }: TermHits): void {
  for (const at of indexes) worth[at] = 0;
  for (const message of messages) lent[message] = 0;
}

/** The value at an index; 0 for the index -1. */
const valueAt = (values: Float64Array | Int32Array, at: number): number => (at < 0 ? 0 : (values[at] as number));
/** The neighbour at an index; -1 for the index -1. */
const indexAt = (side: Int32Array, at: number): number => (at < 0 ? -1 : (side[at] as number));

/**
 * Adds the scores of a term to every text that has it, to the rest of its message, and to the two messages on each side.
 * Frequencies in a text and around it are added up before they saturate, as in BM25F (Robertson, Zaragoza & Taylor 2004), so that a text
 * that covers more of a question beats one that repeats one word of it.
 */
class NeighbourScorer {
  /** The number of the last term that was added to each message. */
  private readonly seen: Int32Array;
  private terms = 0;
  // What the messages around the current one add to the frequency of the current term: fields, because an object for each text is slow.
  private previous = 0;
  private next = 0;
  private second = 0;

  constructor(
    private readonly scores: Omit<TermScores, 'whole'>,
    private readonly neighbours: Neighbours,
    private readonly weights: FeatureWeights,
    private readonly saturation: number,
  ) {
    this.seen = new Int32Array(neighbours.messages.count);
  }

  /** `value` is the weight of the term in the question. */
  add(hits: TermHits, value: number): void {
    const { previous, next } = this.neighbours;
    this.terms += 1;
    for (const at of hits.messages) {
      const [before, after] = [indexAt(previous, at), indexAt(next, at)];
      for (const near of [at, before, after, indexAt(previous, before), indexAt(next, after)])
        this.addTo(near, hits, value);
    }
  }

  private addTo(message: number, hits: TermHits, value: number): void {
    if (message < 0 || this.seen[message] === this.terms) return;
    this.seen[message] = this.terms;
    const { first } = this.neighbours.messages;
    this.lendTo(message, hits.lent);
    const from = first[message] as number;
    const to = first[message + 1] as number;
    const whole = to - from > 1 ? valueAt(hits.lent, message) : 0;
    for (let at = from; at < to; at += 1) this.addText(at, valueAt(hits.worth, at), whole, value);
  }

  private lendTo(message: number, lent: Float64Array): void {
    const { previous, next } = this.neighbours;
    const { weights } = this;
    const before = indexAt(previous, message);
    const after = indexAt(next, message);
    const second = valueAt(lent, indexAt(previous, before)) + valueAt(lent, indexAt(next, after));
    this.previous = weights.previous * valueAt(lent, before);
    this.next = weights.next * valueAt(lent, after);
    this.second = weights.second * second;
  }

  private addText(at: number, worth: number, whole: number, value: number): void {
    const { scores, weights, saturation, previous, next, second } = this;
    const own = weights.bm25 * worth;
    const message = weights.message * Math.max(0, whole - worth);
    const sum = own + message + previous + next + second;
    if (sum === 0) return;
    const scale = (value * (1 + saturation)) / (sum + saturation);
    scores.bm25[at] = valueAt(scores.bm25, at) + scale * own;
    scores.message[at] = valueAt(scores.message, at) + scale * message;
    scores.previous[at] = valueAt(scores.previous, at) + scale * previous;
    scores.next[at] = valueAt(scores.next, at) + scale * next;
    scores.second[at] = valueAt(scores.second, at) + scale * second;
  }
}

/** BM25 of whole segments: an answer is about what the turns around it are about. */
class SegmentScorer {
  private readonly lengths: Float64Array;
  private readonly tokens: Float64Array;
  private readonly scores: Float64Array;
  private readonly average: number;

  constructor(
    private readonly neighbours: Neighbours,
    private readonly parameters: RankingParameters,
  ) {
    this.lengths = new Float64Array(neighbours.segments);
    this.tokens = new Float64Array(neighbours.segments);
    this.scores = new Float64Array(neighbours.segments);
    const { stems, tokens, count } = neighbours.messages;
    for (let message = 0; message < count; message += 1) {
      const segment = valueAt(neighbours.segment, message);
      this.lengths[segment] = valueAt(this.lengths, segment) + valueAt(stems, message);
      this.tokens[segment] = valueAt(this.tokens, segment) + valueAt(tokens, message);
    }
    this.average = Math.max(1, this.lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, neighbours.segments));
  }

  add({ weight }: QuestionTerm, { indexes, times }: Pick<TermHits, 'indexes' | 'times'>): void {
    const counts = new Map<number, number>();
    for (let nth = 0; nth < indexes.length; nth += 1) {
      const segment = this.segmentOf(indexes[nth] as number);
      counts.set(segment, (counts.get(segment) ?? 0) + (times[nth] as number));
    }
    const all = this.neighbours.segments;
    const idf = inverseDocumentFrequency(counts.size, all);
    for (const [segment, count] of counts) {
      const relative = valueAt(this.lengths, segment) / this.average;
      const frequency = saturate(count, relative, this.parameters);
      this.scores[segment] = valueAt(this.scores, segment) + weight * idf * frequency;
    }
  }

  /**
   * Writes the segment scores; all are 0 where no segment is better than the mean, as in a lone one. What a long segment is about says
   * little about one of its texts.
   */
  writeTo(into: Float64Array): void {
    const mean = this.scores.reduce((sum, one) => sum + one, 0) / Math.max(1, this.scores.length);
    const span = this.scores.reduce((most, one) => Math.max(most, one), 0) - mean;
    if (span <= 1e-9) return;
    const short = this.parameters.sitting_tokens;
    const worth = this.scores.map((score, segment) => {
      return (Math.max(0, score - mean) / span) * discountLength(valueAt(this.tokens, segment), { short, exponent: 1 });
    });
    for (let at = 0; at < into.length; at += 1) into[at] = valueAt(worth, this.segmentOf(at));
  }

  private segmentOf(at: number): number {
    const { messages, segment } = this.neighbours;
    return valueAt(segment, valueAt(messages.of, at));
  }
}

/** Computes all term features at once; `texts` are in time order. */
export function scoreTerms(
  list: TextList<RankableText>,
  question: RankingQuestion & { readonly parameters: RankingParameters },
  weights: FeatureWeights,
): TermScores {
  const { texts } = list;
  const { parameters } = question;
  const neighbours = list.continued(NEIGHBOURS);
  const empty = (): Float64Array => new Float64Array(texts.length);
  const scores = {
    bm25: empty(),
    message: empty(),
    previous: empty(),
    next: empty(),
    second: empty(),
    session: empty(),
  };
  const byNeighbours = new NeighbourScorer(scores, neighbours, weights, parameters.saturation);
  const bySegment = new SegmentScorer(neighbours, parameters);
  const averageLength = Math.max(1, question.averageLength ?? meanLength(list));
  const lent = new Float64Array(neighbours.messages.count);
  const places = { list, neighbours, averageLength, parameters, worth: empty(), lent };
  let whole = 0;
  for (const term of question.terms) {
    const hits = findHits(term, places);
    const value = term.weight * (term.idf ?? inverseDocumentFrequency(hits.indexes.length, texts.length));
    whole += value;
    if (hits.indexes.length === 0) continue;
    byNeighbours.add(hits, value);
    bySegment.add(term, hits);
    clearHits(hits);
  }
  bySegment.writeTo(scores.session);
  return { ...scores, whole };
}
