import { byTime, keyOf, type Dropped, type Found, type Item, type Scored } from './item';

/** Every candidate once: those that may enter, best first, and those that may not. */
export interface Ranked {
  readonly ranked: readonly Scored[];
  readonly dropped: readonly Dropped[];
}

/** Reciprocal-rank fusion's constant (Cormack, Clarke and Buettcher 2009). */
const RRF_K = 60;

const round = (value: number): number => Number(value.toPrecision(6));

function merged(all: readonly Found[]): Omit<Scored, 'rank'> {
  const best = [...all].sort((a, b) => weigh(b) - weigh(a))[0] as Found;
  const recent = all.find(({ source }) => source.type === 'recent');
  const scores: Record<string, number> = {};
  for (const { source, rank, scores: features } of all) {
    Object.assign(scores, features);
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

function groups(found: readonly Found[]): Found[][] {
  const byKey = new Map<string, Found[]>();
  for (const one of found) byKey.set(keyOf(one.item), [...(byKey.get(keyOf(one.item)) ?? []), one]);
  return [...byKey.values()];
}

function newest(found: readonly Found[]): Map<string, number> {
  const versions = new Map<string, number>();
  for (const { item } of found) versions.set(item.id, Math.max(versions.get(item.id) ?? 0, item.version));
  return versions;
}

type Verdict = Pick<Dropped, 'decision' | 'reason'>;

function verdict(item: Item, all: readonly Found[], latest: number, now: string): Verdict | null {
  if (item.expires_at !== undefined && Date.parse(item.expires_at) <= Date.parse(now))
    return { decision: 'expired', reason: `at ${item.expires_at}` };
  if (item.version < latest) return { decision: 'superseded', reason: `by version ${latest}` };
  if (item.hint_error !== undefined) return { decision: 'hint_failed', reason: item.hint_error.slice(0, 200) };
  if (item.text === '') return { decision: 'low_information', reason: 'no text' };
  const floored = all.every(({ score, source }) => score < source.floor);
  return floored ? { decision: 'below_floor', reason: `floor ${all[0]?.source.floor ?? 0}` } : null;
}

const better = (a: Omit<Scored, 'rank'>, b: Omit<Scored, 'rank'>): number =>
  b.score - a.score || byTime(b.item, a.item) || keyOf(a.item).localeCompare(keyOf(b.item));

/**
 * Merges what several sources found into one ranking by weighted reciprocal rank, so that scores of different kinds are never
 * compared. One source alone keeps its order. A source's floor drops what only it found, and says so.
 */
export function score(found: readonly Found[], now: string): Ranked {
  const versions = newest(found);
  const ordered = groups(found)
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
