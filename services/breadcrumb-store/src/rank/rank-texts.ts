import type { Feature, FeatureWeights } from '@crumbtrail/contracts';
import { periodsIn, within } from './asked-dates';
import { namedSpeakers } from './named-speakers';
import { nearness } from './nearness';
import { neighboursIn } from './neighbours';
import type { PoolText, Question } from './question';
import { wordShares, type WordShares } from './word-shares';

/** A text with what it is worth, 1 for the best. */
export interface RankedText<Text extends PoolText = PoolText> {
  readonly text: Text;
  readonly score: number;
  /** Each feature's share of the score, those that have one; they add up to it. */
  readonly scores: Readonly<Record<string, number>>;
}

/** The words of the best text count as 1, unless they are less than so much of what the question could get. */
const COVERED = 0.5;
/** Recency halves in so many milliseconds: a week. */
const HALF_LIFE = 7 * 86_400_000;

type Measure = (at: number) => number;
type Named = readonly [name: Feature, measure: Measure];

/** Words on a scale from 0 to about 1; poor matches stay low, so that they cannot outweigh the other features. */
function wordScale({ bm25, previous, next, second, whole }: WordShares): number {
  const best = bm25.reduce((most, own, at) => {
    return Math.max(most, own + (previous[at] ?? 0) + (next[at] ?? 0) + (second[at] ?? 0));
  }, 0);
  return Math.max(best, COVERED * whole) || 1;
}

function shareOfTags(asked: readonly string[]): (tags: readonly string[]) => number {
  const wanted = new Set(asked);
  return (tags) => (wanted.size === 0 ? 0 : new Set(tags.filter((tag) => wanted.has(tag))).size / wanted.size);
}

/** What speaks for a text by its words or its meaning: without any of it, nothing else counts. */
function topical(pool: readonly PoolText[], question: Question, weights: FeatureWeights): Named[] {
  const found: Named[] = [];
  if (question.mode !== 'text') {
    const near = nearness(pool, question);
    found.push(['vector', (at) => weights.vector * (near[at] ?? 0)]);
  }
  if (question.mode === 'vector') return found;
  const words = wordShares(pool, question, weights, neighboursIn(pool));
  const scale = wordScale(words);
  const features = ['bm25', 'previous', 'next', 'second'] as const;
  found.push(...features.map((name): Named => [name, (at) => (words[name][at] ?? 0) / scale]));
  return [...found, ['session', (at) => weights.session * (words.session[at] ?? 0)]];
}

/** What speaks for a text beside what it says. */
function circumstantial(pool: readonly PoolText[], question: Question, weights: FeatureWeights): Named[] {
  const textAt = (at: number): PoolText => pool[at] as PoolText;
  const named = namedSpeakers(pool, question);
  const tagged = shareOfTags(question.tags);
  const history = { from: pool[0]?.occurredAt ?? 0, to: pool.at(-1)?.occurredAt ?? 0 };
  const periods = periodsIn(question.text, question.now, history);
  const age = (at: number): number => Math.max(0, question.now - textAt(at).occurredAt);
  return [
    ['speaker', (at) => weights.speaker * named(textAt(at).author)],
    ['date', (at) => weights.date * within(periods, textAt(at).occurredAt)],
    ['recency', (at) => weights.recency * 0.5 ** (age(at) / HALF_LIFE)],
    ['tags', (at) => weights.tags * tagged(textAt(at).tags)],
  ];
}

/** Totals by text; 0 for a text that has nothing to do with the question. */
function totalsOf(size: number, about: readonly Named[], measures: readonly Named[]): Float64Array {
  const telling = about.filter(([name]) => name !== 'session');
  return new Float64Array(size).map((_, at) => {
    if (!telling.some(([, measure]) => measure(at) > 0)) return 0;
    let total = 0;
    for (const [, measure] of measures) total += measure(at);
    return total;
  });
}

/** Best first; then newest by position, then by id, then by ordinal. */
function order(pool: readonly PoolText[], totals: Float64Array): (a: number, b: number) => number {
  return (a, b) => {
    const better = (totals[b] as number) - (totals[a] as number);
    if (better !== 0) return better;
    const [one, other] = [pool[a] as PoolText, pool[b] as PoolText];
    return (
      other.position - one.position ||
      (one.id < other.id ? -1 : Number(one.id > other.id)) ||
      one.ordinal - other.ordinal
    );
  };
}

/** The places of the best, unordered: at most `limit`, but for those that tie with the last. */
function bestOf(totals: Float64Array, limit: number): number[] {
  const least = totals.length > limit ? (totals.slice().sort()[totals.length - limit] as number) : 0;
  const best: number[] = [];
  totals.forEach((total, at) => {
    if (total > 0 && total >= least) best.push(at);
  });
  return best;
}

function sharesOf(at: number, measures: readonly Named[], best: number): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const [name, measure] of measures) {
    const share = measure(at);
    if (share > 0) shares[name] = share / best;
  }
  return shares;
}

/**
 * The texts of a pool that have anything to do with a question, best first, `limit` of them at most. `pool` is in time order:
 * by time, position, ordinal. Equal scores go by position, newest first, then id, then ordinal.
 */
export function rankTexts<Text extends PoolText>(
  pool: readonly Text[],
  question: Question,
  weights: FeatureWeights,
  limit = pool.length,
): RankedText<Text>[] {
  const about = topical(pool, question, weights);
  const measures = [...about, ...circumstantial(pool, question, weights)];
  const totals = totalsOf(pool.length, about, measures);
  const found = bestOf(totals, limit).sort(order(pool, totals));
  const best = totals[found[0] ?? 0] ?? 1;
  return found.slice(0, limit).map((at) => ({
    text: pool[at] as Text,
    score: (totals[at] ?? 0) / best,
    scores: sharesOf(at, measures, best),
  }));
}
