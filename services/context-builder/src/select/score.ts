import type { RetrieveReply, SourcePlan } from '@crumbtrail/contracts';
import {
  compareByTime,
  itemKey,
  type DroppedItem,
  type FoundItem,
  type ContextItem,
  type ScoredItem,
} from '../gather/item';

/** Every candidate once: those that may enter, best first, and those that may not. */
export interface RankedItems {
  readonly ranked: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/** What the store looked for; absent where nothing was searched. */
export type SearchedQuery = RetrieveReply['query'];

/** Reciprocal-rank fusion's constant (Cormack, Clarke and Buettcher 2009). */
const RRF_K = 60;

const SEARCHING: ReadonlySet<SourcePlan['type']> = new Set<SourcePlan['type']>(['text', 'vector', 'hybrid']);
const isSearching = ({ source }: FoundItem): boolean => SEARCHING.has(source.type);

const DIGITS = 1e6;
const round = (value: number): number => Math.round(value * DIGITS) / DIGITS;

/** A searching source says how good a text is, 1 for its best; the others only say an order. */
function weightedScore(found: FoundItem): number {
  const { source, rank, score } = found;
  return isSearching(found) ? source.weight * score : source.weight / (RRF_K + rank);
}

const findRecent = (found: readonly JudgedFinding[]): JudgedFinding | undefined =>
  found.find(({ source }) => source.type === 'recent');

/** Shares of searching sources add up to the score, here too. */
function sumScores(all: readonly JudgedFinding[]): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const found of all) {
    if (!isSearching(found)) continue;
    const { weight } = found.source;
    for (const name in found.scores) scores[name] = round((scores[name] ?? 0) + weight * (found.scores[name] ?? 0));
  }
  for (const { rankName, rank } of all) scores[rankName] = rank;
  return scores;
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Its rank is known when all are. */
type UnrankedItem = Omit<ScoredItem, 'rank'> & { rank: number };

function totalScore(all: readonly JudgedFinding[]): number {
  const searched = all.filter(isSearching);
  return round((searched.length > 0 ? searched : all).reduce((sum, one) => sum + weightedScore(one), 0));
}

function mergeFindings(standing: readonly JudgedFinding[]): UnrankedItem {
  const all =
    standing.length === 1
      ? standing
      : [...standing].sort(
          (a, b) => weightedScore(b) - weightedScore(a) || compareStrings(a.source.name, b.source.name),
        );
  const best = all[0] as JudgedFinding;
  const recent = findRecent(all);
  return {
    item: best.item,
    source: best.source.name,
    section: recent?.source.section ?? best.source.section,
    recency: recent?.rank,
    foundBy: all.filter(({ below }) => below === undefined).map(({ source }) => source.name),
    score: totalScore(all),
    scores: sumScores(all),
    rank: 0,
  };
}

function groupBy<T>(all: readonly T[], key: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const name = key(one);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups.values()];
}

function newestVersions(found: readonly FoundItem[]): Map<string, number> {
  const versions = new Map<string, number>();
  for (const { item } of found) versions.set(item.id, Math.max(versions.get(item.id) ?? 0, item.version));
  return versions;
}

/** A question of so few words … */
const FEW_WORDS = 3;
/** … so well answered by a text's own words, as a share of what words around it say too … */
const DIRECT = 0.6;
/** … is a look-up: what is by its words not about as good as the best is beside the point. */
const KEYWORD_FLOOR = 0.9;

const share = ({ scores }: FoundItem, name: string): number => scores[name] ?? 0;
const wordScore = (found: FoundItem): number =>
  share(found, 'bm25') + share(found, 'previous') + share(found, 'next') + share(found, 'second');

/** Few words, all of them the message's own. */
function isShortQuery(asked: SearchedQuery): boolean {
  const terms = asked?.terms ?? [];
  return terms.length > 0 && terms.length <= FEW_WORDS && terms.every(([, weight]) => weight === 1);
}

/** What a look-up's findings must have by words: it asks for few words, for nobody and no time in particular, and finds the words themselves. */
function keywordFloor(all: readonly FoundItem[], asked: SearchedQuery): number {
  if (!isShortQuery(asked)) return 0;
  const words = all.map(wordScore);
  const most = words.reduce((a, b) => Math.max(a, b), 0);
  const best = all[words.indexOf(most)];
  if (best === undefined || share(best, 'bm25') < DIRECT * most) return 0;
  return all.some((found) => share(found, 'speaker') > 0 || share(found, 'date') > 0) ? 0 : KEYWORD_FLOOR * most;
}

interface JudgedFinding extends FoundItem {
  /** Its member of `scores`. */
  readonly rankName: string;
  /** Why it is below its source's floor; undefined above it. */
  readonly below: string | undefined;
}

/** One source's findings with what is below its floor. A floor of 0 lets everything in. */
function judgeFindings(all: readonly FoundItem[], asked: SearchedQuery): JudgedFinding[] {
  const [first] = all;
  if (!first) return [];
  const { floor, name } = first.source;
  const least = floor > 0 && isSearching(first) ? keywordFloor(all, asked) : 0;
  const below = (found: FoundItem): string | undefined => {
    if (found.score < floor) return `floor ${floor}, scored ${round(found.score)}`;
    if (least === 0 || wordScore(found) >= least) return undefined;
    return `a look-up, by words ${Math.round((100 * KEYWORD_FLOOR * wordScore(found)) / least)} % of the best`;
  };
  const rankName = `rank.${name}`;
  return all.map((found) => {
    const { item, source, rank, score, scores } = found;
    return { item, source, rank, score, scores, rankName, below: below(found) };
  });
}

type DropDecision = Pick<DroppedItem, 'decision' | 'reason'>;

function decideDrop(
  item: ContextItem,
  all: readonly JudgedFinding[],
  latest: number,
  now: string,
): DropDecision | null {
  if (item.expires_at !== undefined && Date.parse(item.expires_at) <= Date.parse(now))
    return { decision: 'expired', reason: `at ${item.expires_at}` };
  if (item.version < latest) return { decision: 'superseded', reason: `by version ${latest}` };
  if (item.hint_error !== undefined) return { decision: 'hint_failed', reason: item.hint_error.slice(0, 200) };
  if (all.every(({ below }) => below !== undefined)) return { decision: 'below_floor', reason: all[0]?.below ?? '' };
  return item.text === '' ? { decision: 'low_information', reason: 'no text' } : null;
}

const compareByScore = (a: UnrankedItem, b: UnrankedItem): number =>
  b.score - a.score || compareByTime(b.item, a.item) || compareStrings(itemKey(a.item), itemKey(b.item));

/**
 * Merges what several sources found into one ranking. The scores of searching sources are shares of their best: their weighted
 * sum ranks (Bruch, Gai & Ingber 2023). What only other sources found stands behind, by weighted reciprocal rank. What is
 * below its source's floor is dropped unless another source found it.
 */
export function scoreItems(found: readonly FoundItem[], asked: SearchedQuery, now: string): RankedItems {
  const versions = newestVersions(found);
  const standing = groupBy(found, ({ source }) => source.name).flatMap((all) => judgeFindings(all, asked));
  const ordered = groupBy(standing, ({ item }) => itemKey(item))
    .map((all) => ({ all, one: mergeFindings(all) }))
    .sort((a, b) => compareByScore(a.one, b.one));
  const judged = ordered.map(({ all, one }, at) => {
    one.rank = at + 1;
    return { one, no: decideDrop(one.item, all, versions.get(one.item.id) ?? 0, now) };
  });
  return {
    ranked: judged.filter(({ no }) => no === null).map(({ one }) => one),
    dropped: judged.flatMap(({ one, no }) => (no ? [{ scored: one, ...no }] : [])),
  };
}
