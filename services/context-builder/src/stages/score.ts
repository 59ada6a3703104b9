import type { SourcePlan } from '@crumbtrail/contracts';
import { judge, type Question } from './relevance';
import { byTime, keyOf, type Dropped, type Found, type Item, type Scored } from './item';

/** Every candidate once: those that may enter, best first, and those that may not. */
export interface Ranked {
  readonly ranked: readonly Scored[];
  readonly dropped: readonly Dropped[];
}

/** Reciprocal-rank fusion's constant (Cormack, Clarke and Buettcher 2009). */
const RRF_K = 60;

/** Features of the store's that only say a rank again. */
const IMPLIED = new Set(['rrf', 'recency']);

const round = (value: number): number => Number(value.toPrecision(6));

function merged(all: readonly Found[]): Omit<Scored, 'rank'> {
  const best = [...all].sort((a, b) => weigh(b) - weigh(a))[0] as Found;
  const recent = all.find(({ source }) => source.type === 'recent');
  const scores: Record<string, number> = {};
  for (const { source, rank, scores: features } of all) {
    for (const [name, value] of Object.entries(features))
      if (value !== 0 && !IMPLIED.has(name)) scores[name] = round(value);
    scores[`rank.${source.name}`] = rank;
  }
  return {
    item: best.item,
    source: best.source.name,
    section: recent?.source.section ?? best.source.section,
    ...(recent ? { recency: recent.rank } : {}),
    score: round(all.reduce((sum, one) => sum + weigh(one), 0)),
    scores,
  };
}

function weigh({ source, rank }: Found): number {
  return source.weight / (RRF_K + rank);
}

function groups(found: readonly Standing[]): Standing[][] {
  const byKey = new Map<string, Standing[]>();
  for (const one of found) byKey.set(keyOf(one.item), [...(byKey.get(keyOf(one.item)) ?? []), one]);
  return [...byKey.values()];
}

function newest(found: readonly Found[]): Map<string, number> {
  const versions = new Map<string, number>();
  for (const { item } of found) versions.set(item.id, Math.max(versions.get(item.id) ?? 0, item.version));
  return versions;
}

const SEARCHING: ReadonlySet<SourcePlan['type']> = new Set<SourcePlan['type']>(['text', 'vector', 'hybrid']);
/** What is less relevant than this share of the best has nothing to say to the question. */
const LEAST_SHARE = 0.25;

interface Standing extends Found {
  /** Why it is below its source's floor; absent above it. */
  readonly below?: string;
}

/** One source's findings in their final order, with what is below its floor. */
function standings(all: readonly Found[], question: Question): Standing[] {
  const [first] = all;
  if (!first) return [];
  const floored = (found: Found): Standing =>
    found.score < found.source.floor ? { ...found, below: `floor ${found.source.floor}` } : found;
  if (!SEARCHING.has(first.source.type)) return all.map(floored);
  return judge(all, question).map(({ found, relevance, measured }, at) => {
    const ranked = { ...found, rank: at + 1, scores: { ...found.scores, relevance: round(relevance) } };
    return measured && relevance < LEAST_SHARE
      ? { ...ranked, below: `${Math.round(relevance * 100)} % of the best` }
      : floored(ranked);
  });
}

type Verdict = Pick<Dropped, 'decision' | 'reason'>;

function verdict(item: Item, all: readonly Standing[], latest: number, now: string): Verdict | null {
  if (item.expires_at !== undefined && Date.parse(item.expires_at) <= Date.parse(now))
    return { decision: 'expired', reason: `at ${item.expires_at}` };
  if (item.version < latest) return { decision: 'superseded', reason: `by version ${latest}` };
  if (item.hint_error !== undefined) return { decision: 'hint_failed', reason: item.hint_error.slice(0, 200) };
  if (item.text === '') return { decision: 'low_information', reason: 'no text' };
  const below = all.map((one) => one.below);
  return below.every((why) => why !== undefined) ? { decision: 'below_floor', reason: below[0] ?? '' } : null;
}

const better = (a: Omit<Scored, 'rank'>, b: Omit<Scored, 'rank'>): number =>
  b.score - a.score || byTime(b.item, a.item) || keyOf(a.item).localeCompare(keyOf(b.item));

function bySource(found: readonly Found[]): Found[][] {
  const sources = new Map<string, Found[]>();
  for (const one of found) sources.set(one.source.name, [...(sources.get(one.source.name) ?? []), one]);
  return [...sources.values()];
}

/**
 * Merges what several sources found into one ranking by weighted reciprocal rank, so that scores of different kinds are never
 * compared. What a source's floor, or too small a share of its best, speaks against is dropped unless another source found it.
 */
export function score(found: readonly Found[], question: Question, now: string): Ranked {
  const versions = newest(found);
  const standing = bySource(found).flatMap((all) => standings(all, question));
  const ordered = groups(standing)
    .map((all) => ({ all, one: merged(all) }))
    .sort((a, b) => better(a.one, b.one))
    .map(({ all, one }, at) => ({ all, one: { ...one, rank: at + 1 } }));
  const judged = ordered.map(({ all, one }) => ({
    one,
    no: verdict(one.item, all, versions.get(one.item.id) ?? 0, now),
  }));
  return {
    ranked: judged.filter(({ no }) => no === null).map(({ one }) => one),
    dropped: judged.flatMap(({ one, no }) => (no ? [{ scored: one, ...no }] : [])),
  };
}
