import { RANKING_WEIGHTS, type FeatureWeights } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import type { ChunkFilter, ReadScope, TimedReadScope } from '../filter/chunk-filter';
import { filterOutline } from '../filter/chunk-filter.memory';
import { findLargest } from '../rank/find-largest';
import { discountLength } from '../rank/length';
import type { RankingQuestion } from '../rank/question';
import { rankTexts, type RankedText } from '../rank/rank-texts';
import { saturate } from '../rank/term-scores';
import { TextList } from '../rank/text-list';
import type { LateVersions } from '../session-cache/cache-refresh';
import type { OutlinedText, SessionOutline } from '../session-cache/session-outline';
import { chunkKey, TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import { buildTextsStatement } from './texts-statement';

/** How many texts are ranked together with their neighbours; of the others within the limit, the neighbours are not looked at. */
const MOST_WITH_NEIGHBOURS = 128;
/** How many neighbours on each side. */
const NEIGHBOURS = 2;

/** Which chunks of an outline are wanted. */
export interface OutlineScope {
  readonly outline: SessionOutline;
  readonly scope: TimedReadScope;
  readonly filter: ChunkFilter;
  readonly late: LateVersions;
}

/** A question for an outline. */
export interface OutlineSearch extends OutlineScope {
  /** Its terms have their weights. */
  readonly question: RankingQuestion & { readonly averageLength: number };
  readonly weights: FeatureWeights;
  readonly limit: number;
}

const findPlaces = ({ outline, scope, filter, late }: OutlineScope): Int32Array =>
  filterOutline(outline, scope, { late, filter });

/** Adds to the worth of each text what the two before and the two after it lend. */
function lendToNeighbours(own: Float64Array, { previous, next, second }: FeatureWeights): Float64Array {
  const sums = own.slice();
  const lend = (to: number, worth: number): void => {
    if (to >= 0 && to < sums.length) sums[to] = (sums[to] as number) + worth;
  };
  for (let nth = 0; nth < own.length; nth += 1) {
    const worth = own[nth] as number;
    if (worth === 0) continue;
    lend(nth + 1, previous * worth);
    lend(nth - 1, next * worth);
    lend(nth + 2, second * worth);
    lend(nth - 2, second * worth);
  }
  return sums;
}

/** What each text would score by the words in it and around it, roughly: words of neighbours do not saturate with its own. */
function estimateScores(places: Int32Array, { outline, question, weights }: OutlineSearch): Float64Array {
  const parameters = question.parameters ?? RANKING_WEIGHTS.parameters;
  const worth = outline.weigh({
    weights: new Map(question.terms.map(({ term, weight, idf = 0 }) => [term, weight * idf])),
    saturate: (times, length) => saturate(times, length / question.averageLength, parameters),
  });
  const own = new Float64Array(places.length);
  for (let nth = 0; nth < own.length; nth += 1) own[nth] = worth[places[nth] as number] as number;
  const sums = lendToNeighbours(own, weights);
  const discount = { short: parameters.short_tokens, exponent: weights.length };
  for (let nth = 0; nth < sums.length; nth += 1) {
    const sum = sums[nth] as number;
    if (sum > 0) sums[nth] = sum * discountLength(outline.tokensOf(places[nth] as number), discount);
  }
  return sums;
}

/** The best texts in time order, with the neighbours of the very best. */
function chooseTexts(search: OutlineSearch): TextList<OutlinedText> {
  const places = findPlaces(search);
  const best = findLargest(estimateScores(places, search), search.limit);
  const chosen = new Set(best);
  for (const nth of best.slice(0, MOST_WITH_NEIGHBOURS))
    for (let near = nth - NEIGHBOURS; near <= nth + NEIGHBOURS; near += 1)
      if (near >= 0 && near < places.length) chosen.add(near);
  const inOrder = Int32Array.from(chosen).sort();
  return new TextList(Array.from(inOrder, (nth) => search.outline.textAt(places[nth] as number)));
}

/** Reads the texts of ranked chunks. What was erased since is left out. */
async function readTexts(
  sql: SqlReader,
  scope: ReadScope,
  ranked: readonly RankedText<OutlinedText>[],
): Promise<RankedText<TextChunk>[]> {
  if (ranked.length === 0) return [];
  const parameters = new StatementParameters();
  const statement = buildTextsStatement(
    parameters,
    scope,
    ranked.map(({ text }) => text),
  );
  const rows = await sql.read<Omit<ChunkRow, 'tsv' | 'vector'>>({ text: statement }, parameters.list);
  const byKey = new Map(rows.map((row) => [chunkKey(row), row]));
  return ranked.flatMap((one) => {
    const row = byKey.get(one.text.key);
    if (row === undefined) return [];
    return [{ text: TextChunk.withTerms(row, one.text.terms), score: one.score, scores: one.scores }];
  });
}

/**
 * Searches a session of which only an outline is in memory. All its texts are compared by their words and those of their neighbours; the
 * best are ranked as those in memory are, and only what is found is read.
 */
export function searchOutline(sql: SqlReader, search: OutlineSearch): Promise<RankedText<TextChunk>[]> {
  const { scope, question, weights, limit } = search;
  return readTexts(sql, scope, rankTexts(chooseTexts(search), question, weights, limit));
}

/** The chunks of the newest `limit` crumbs of an outline that match, in time order. */
export async function readNewest(sql: SqlReader, wanted: OutlineScope, limit: number): Promise<TextChunk[]> {
  const { outline, scope } = wanted;
  const places = findPlaces(wanted);
  const ids = new Set<string>();
  let from = places.length;
  for (; from > 0; from -= 1) {
    const id = outline.idOf(places[from - 1] as number);
    if (ids.size === limit && !ids.has(id)) break;
    ids.add(id);
  }
  const newest = Array.from(places.subarray(from), (at) => ({ text: outline.textAt(at), score: 0, scores: {} }));
  return (await readTexts(sql, scope, newest)).map(({ text }) => text);
}
