import type { Feature, FeatureWeights } from '@crumbtrail/contracts';
import { findPeriods, scorePeriods } from './question-dates';
import { matchSpeakers } from './named-speakers';
import { scoreSimilarity } from './vector-similarity';
import { findNeighbours } from './neighbours';
import type { RankableText, RankingQuestion } from './question';
import { scoreTerms, type TermScores } from './term-scores';

/** A text with what it is worth, 1 for the best. */
export interface RankedText<Text extends RankableText = RankableText> {
  readonly text: Text;
  readonly score: number;
  /** Each feature's share of the score, those that have one; they add up to it. */
  readonly scores: Readonly<Record<string, number>>;
}

/** The words of the best text count as 1, unless they are less than so much of what the question could get. */
const COVERED = 0.5;
/** Recency halves in so many milliseconds: a week. */
const HALF_LIFE = 7 * 86_400_000;
const DECAY = Math.LN2 / HALF_LIFE;

/** What one feature adds to the score of each text of the pool; never below zero. */
type FeatureColumn = readonly [name: Feature, values: Float64Array];

function scaleInPlace(values: Float64Array, factor: number): Float64Array {
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) * factor;
  return values;
}

/** Words on a scale from 0 to about 1; poor matches stay low, so that they cannot outweigh the other features. */
function findTermScale({ bm25, previous, next, second, whole }: TermScores): number {
  const best = bm25.reduce((most, own, at) => {
    return Math.max(most, own + (previous[at] ?? 0) + (next[at] ?? 0) + (second[at] ?? 0));
  }, 0);
  return Math.max(best, COVERED * whole) || 1;
}

function createTagScore(asked: readonly string[]): (tags: readonly string[]) => number {
  const wanted = new Set(asked);
  return (tags) => (wanted.size === 0 ? 0 : new Set(tags.filter((tag) => wanted.has(tag))).size / wanted.size);
}

/** What speaks for a text by its words or its meaning: without any of it, nothing else counts. */
function scoreTopic(
  pool: readonly RankableText[],
  question: RankingQuestion,
  weights: FeatureWeights,
): FeatureColumn[] {
  const found: FeatureColumn[] = [];
  if (question.mode !== 'text') found.push(['vector', scaleInPlace(scoreSimilarity(pool, question), weights.vector)]);
  if (question.mode === 'vector') return found;
  const words = scoreTerms(pool, question, weights, findNeighbours(pool));
  const scale = 1 / findTermScale(words);
  const features = ['bm25', 'previous', 'next', 'second'] as const;
  found.push(...features.map((name): FeatureColumn => [name, scaleInPlace(words[name], scale)]));
  return [...found, ['session', scaleInPlace(words.session, weights.session)]];
}

/** A column, unless nothing is asked that it could speak for. */
function toColumn(
  name: Feature,
  pool: readonly RankableText[],
  worth: ((text: RankableText) => number) | null,
): FeatureColumn[] {
  if (worth === null) return [];
  const values = new Float64Array(pool.length);
  for (let at = 0; at < pool.length; at += 1) values[at] = worth(pool[at] as RankableText);
  return [[name, values]];
}

/** What speaks for a text beside what it says. */
function scoreCircumstances(
  pool: readonly RankableText[],
  question: RankingQuestion,
  weights: FeatureWeights,
): FeatureColumn[] {
  const named = matchSpeakers(pool, question);
  const tagged = createTagScore(question.tags);
  const history = { from: pool[0]?.occurredAt ?? 0, to: pool.at(-1)?.occurredAt ?? 0 };
  const periods = findPeriods(question.text, question.now, history);
  const age = ({ occurredAt }: RankableText): number => Math.max(0, question.now - occurredAt);
  return [
    ...toColumn('speaker', pool, named && (({ author }) => weights.speaker * named(author))),
    ...toColumn(
      'date',
      pool,
      periods.length === 0 ? null : (text) => weights.date * scorePeriods(periods, text.occurredAt),
    ),
    ...toColumn('recency', pool, (text) => weights.recency * Math.exp(-age(text) * DECAY)),
    ...toColumn('tags', pool, question.tags.length === 0 ? null : ({ tags }) => weights.tags * tagged(tags)),
  ];
}

function addColumns(totals: Float64Array, columns: readonly FeatureColumn[]): Float64Array {
  for (const [, values] of columns)
    for (let at = 0; at < totals.length; at += 1) totals[at] = (totals[at] as number) + (values[at] as number);
  return totals;
}

/** Totals by text; 0 for a text that has nothing to do with the question. */
function sumColumns(size: number, about: readonly FeatureColumn[], beside: readonly FeatureColumn[]): Float64Array {
  const telling = addColumns(
    new Float64Array(size),
    about.filter(([name]) => name !== 'session'),
  );
  const totals = addColumns(new Float64Array(size), [...about, ...beside]);
  for (let at = 0; at < size; at += 1) if (!((telling[at] as number) > 0)) totals[at] = 0;
  return totals;
}

/** Best first; then newest by position, then by id, then by ordinal. */
function compareBest(pool: readonly RankableText[], totals: Float64Array): (a: number, b: number) => number {
  return (a, b) => {
    const better = (totals[b] as number) - (totals[a] as number);
    if (better !== 0) return better;
    const [one, other] = [pool[a] as RankableText, pool[b] as RankableText];
    return (
      other.position - one.position ||
      (one.id < other.id ? -1 : Number(one.id > other.id)) ||
      one.ordinal - other.ordinal
    );
  };
}

/** The places of the best, unordered: at most `limit`, but for those that tie with the last. */
function selectBest(totals: Float64Array, limit: number): number[] {
  const least = totals.length > limit ? (totals.slice().sort()[totals.length - limit] as number) : 0;
  const best: number[] = [];
  totals.forEach((total, at) => {
    if (total > 0 && total >= least) best.push(at);
  });
  return best;
}

function listShares(at: number, columns: readonly FeatureColumn[], best: number): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const [name, values] of columns) {
    const share = values[at] as number;
    if (share > 0) shares[name] = share / best;
  }
  return shares;
}

/**
 * The texts of a pool that have anything to do with a question, best first, `limit` of them at most. `pool` is in time order:
 * by time, position, ordinal. Equal scores go by position, newest first, then id, then ordinal.
 */
export function rankTexts<Text extends RankableText>(
  pool: readonly Text[],
  question: RankingQuestion,
  weights: FeatureWeights,
  limit = pool.length,
): RankedText<Text>[] {
  const about = scoreTopic(pool, question, weights);
  const beside = scoreCircumstances(pool, question, weights);
  const totals = sumColumns(pool.length, about, beside);
  const found = selectBest(totals, limit).sort(compareBest(pool, totals));
  const best = totals[found[0] ?? 0] ?? 1;
  const columns = [...about, ...beside];
  return found.slice(0, limit).map((at) => ({
    text: pool[at] as Text,
    score: (totals[at] ?? 0) / best,
    // Of most of them nobody asks.
    get scores() {
      return listShares(at, columns, best);
    },
  }));
}
