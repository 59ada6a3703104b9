import { isSearchingSource, type RetrieveReply } from '@crumbtrail/contracts';
import { isNegation, isOfKind } from '@crumbtrail/text';
import {
  compareItemsByTime,
  itemKey,
  type DroppedItem,
  type FoundItem,
  type ContextItem,
  type ScoredItem,
} from '../gather/item';
import type { Fingerprint } from '../text/fingerprint';

/** Every candidate once: those that may enter the context, best first, and those that may not. */
export interface RankedItems {
  readonly ranked: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/** The query terms that the store searched for; undefined if nothing was searched. */
export type SearchedQuery = RetrieveReply['query'];

/** All that a query was searched by: its own words, then those that mean something like them. */
export const listSearchedTerms = (query: SearchedQuery): readonly (readonly [stem: string, weight: number])[] => [
  ...(query?.terms ?? []),
  ...(query?.near ?? []).map(({ stem, weight }) => [stem, weight] as const),
];

/** The query, and the message that it was made of; absent where nothing is compared with it. */
interface AskedQuery {
  readonly query: SearchedQuery;
  readonly asked: Fingerprint | undefined;
}

/** Reciprocal-rank fusion's constant (Cormack, Clarke and Buettcher 2009). */
const RRF_K = 60;

const isSearching = ({ source }: FoundItem): boolean => isSearchingSource(source.type);

const DIGITS = 1e6;
const round = (value: number): number => Math.round(value * DIGITS) / DIGITS;

/** A searching source scores a text, 1 for its best result; the others only rank. */
function weightedScore(found: FoundItem): number {
  const { source, rank, score } = found;
  return isSearching(found) ? source.weight * score : source.weight / (RRF_K + rank);
}

const findRecent = (found: readonly JudgedFinding[]): JudgedFinding | undefined =>
  found.find(({ source }) => source.type === 'recent');

/** The weighted scores of searching sources, summed by feature: the parts add up to the total score. */
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

/** A scored item before its rank is known. */
type UnrankedItem = Omit<ScoredItem, 'rank'> & { rank: number };

function totalScore(all: readonly JudgedFinding[]): number {
  const searched = all.filter(isSearching);
  return round((searched.length > 0 ? searched : all).reduce((sum, one) => sum + weightedScore(one), 0));
}

function mergeFindings(findings: readonly JudgedFinding[]): UnrankedItem {
  const all =
    findings.length === 1
      ? findings
      : [...findings].sort(
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

/** A keyword query has at most this many words … */
const FEW_WORDS = 3;
/** … and its best result contains them itself: at least this share of its word score is `bm25`. */
const MIN_DIRECT_SHARE = 0.6;
/**
 * Results of a keyword query must reach this share of the best word score; those that contain some of the words themselves, a smaller one: several texts
 * may each be a part of the answer.
 */
const KEYWORD_FLOOR = 0.8;
const DIRECT_FLOOR = 0.35;
/** A correction says so in its first words, which stand in so many characters. */
const FIRST_WORDS = 3;
const FIRST_CHARACTERS = 200;

/** "No wait, it is Tuesday": does a text that follows one with the words of the query begin as a correction of it does? */
function mayCorrect({ item, scores }: FoundItem): boolean {
  if (!(Number(scores['previous'] ?? scores['second']) > 0)) return false;
  const begin = item.text.slice(0, FIRST_CHARACTERS).normalize('NFKC').toLowerCase();
  const words = begin.match(/[\p{L}\p{M}'’]+/gu) ?? [];
  const [first = ''] = words;
  return isNegation(first) || words.slice(0, FIRST_WORDS).some((word) => isOfKind(word, 'corrections'));
}

const share = ({ scores }: FoundItem, name: string): number => scores[name] ?? 0;
const wordScore = (found: FoundItem): number =>
  share(found, 'bm25') +
  share(found, 'message') +
  share(found, 'previous') +
  share(found, 'next') +
  share(found, 'second');

/** Whether the query has few words, all of them from the message itself, and texts have each of them. */
function isShortQuery(query: SearchedQuery): boolean {
  const { terms = [], leans_on = [], near = [] } = query ?? {};
  return terms.length > 0 && terms.length <= FEW_WORDS && leans_on.length === 0 && near.length === 0;
}

/** The result with the best word score that is not the question itself, asked before: that has all of its words and answers nothing. */
function bestByWords(all: readonly FoundItem[], asked: Fingerprint | undefined): FoundItem | undefined {
  const isAsked = ({ item }: FoundItem): boolean => asked !== undefined && item.fingerprint.exact === asked.exact;
  let best: FoundItem | undefined;
  let most = -Infinity;
  for (const found of all) {
    const score = wordScore(found);
    if (score > most && !isAsked(found)) [best, most] = [found, score];
  }
  return best;
}

/**
 * The least word score for results of a keyword query: a query of few words, naming no person and no date, whose best result
 * contains the words themselves. 0 for any other query.
 */
function keywordFloor(all: readonly FoundItem[], { query, asked }: AskedQuery): number {
  if (!isShortQuery(query)) return 0;
  const best = bestByWords(all, asked);
  const most = best === undefined ? 0 : wordScore(best);
  if (best === undefined || share(best, 'bm25') < MIN_DIRECT_SHARE * most) return 0;
  return all.some((found) => share(found, 'speaker') > 0 || share(found, 'date') > 0) ? 0 : KEYWORD_FLOOR * most;
}

interface JudgedFinding extends FoundItem {
  /** Its key in `scores`. */
  readonly rankName: string;
  /** Why it is below the floor of its source; undefined above it. */
  readonly below: string | undefined;
}

/** The results of one source, each with the reason why it is below the floor. A floor of 0 admits everything. */
function judgeFindings(all: readonly FoundItem[], query: AskedQuery): JudgedFinding[] {
  const [first] = all;
  if (!first) return [];
  const { floor, name } = first.source;
  const least = floor > 0 && isSearching(first) ? keywordFloor(all, query) : 0;
  const leastDirect = DIRECT_FLOOR * Math.max(...all.map((found) => share(found, 'bm25')));
  const below = (found: FoundItem): string | undefined => {
    if (found.score < floor) return `floor ${floor}, scored ${round(found.score)}`;
    if (least === 0 || wordScore(found) >= least || share(found, 'bm25') >= leastDirect || mayCorrect(found))
      return undefined;
    return `keyword query, word score ${Math.round((100 * KEYWORD_FLOOR * wordScore(found)) / least)}% of the best`;
  };
  const rankName = `rank.${name}`;
  return all.map((found) => {
    const { item, source, rank, score, scores, ended } = found;
    return { item, source, rank, score, scores, ended, rankName, below: below(found) };
  });
}

/** What sources found within the scopes that they are limited to; everything where all of it is outside. */
function inScope(all: readonly JudgedFinding[]): readonly JudgedFinding[] {
  const within = all.filter(({ ended }) => ended === undefined);
  return within.length === 0 ? all : within;
}

type DropDecision = Pick<DroppedItem, 'decision' | 'reason'>;

/** Drops what no source found within its scope and above its floor. */
function decideDropByFindings(all: readonly JudgedFinding[]): DropDecision | null {
  const [first] = all;
  if (all.every(({ ended }) => ended !== undefined)) return { decision: 'scope_ended', reason: first?.ended ?? '' };
  if (all.every(({ below }) => below !== undefined)) return { decision: 'below_floor', reason: first?.below ?? '' };
  return null;
}

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
  return decideDropByFindings(all) ?? (item.text === '' ? { decision: 'low_information', reason: 'no text' } : null);
}

const compareByScore = (a: UnrankedItem, b: UnrankedItem): number =>
  b.score - a.score || compareItemsByTime(b.item, a.item) || compareStrings(itemKey(a.item), itemKey(b.item));

/**
 * Merges the results of all sources into one ranking. Scores of searching sources are relative to their best result, and their
 * weighted sum ranks (Bruch, Gai & Ingber 2023). Items that only other sources found come after, by weighted reciprocal rank. An
 * item below the floor of every source that found it is dropped.
 */
export function scoreItems(
  found: readonly FoundItem[],
  query: SearchedQuery,
  now: string,
  asked?: Fingerprint,
): RankedItems {
  const versions = newestVersions(found);
  const findings = groupBy(found, ({ source }) => source.name).flatMap((all) => judgeFindings(all, { query, asked }));
  const ordered = groupBy(findings, ({ item }) => itemKey(item))
    .map(inScope)
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
