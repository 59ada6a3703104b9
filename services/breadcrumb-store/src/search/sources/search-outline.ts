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
import type { OutlinedText } from '../session-cache/outlined-text';
import type { SessionOutline } from '../session-cache/session-outline';
import type { ShownColumns } from '../session-cache/outline-texts';
import { TextChunk } from '../session-cache/text-chunk';
import { buildTextsStatement, type ShownRow } from './texts-statement';

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
  const sums = new Float64Array(own.length + 2 * NEIGHBOURS);
  for (let nth = 0; nth < own.length; nth += 1) {
    const worth = own[nth] as number;
    if (worth === 0) continue;
    const at = nth + NEIGHBOURS;
    sums[at - 2] = (sums[at - 2] as number) + second * worth;
    sums[at - 1] = (sums[at - 1] as number) + next * worth;
    sums[at] = (sums[at] as number) + worth;
    sums[at + 1] = (sums[at + 1] as number) + previous * worth;
    sums[at + 2] = (sums[at + 2] as number) + second * worth;
  }
  return sums.subarray(NEIGHBOURS, NEIGHBOURS + own.length);
}

/** The values at some places. A loop, because `Float64Array.from` calls a function for each. */
function selectPlaces(values: Float64Array, places: Int32Array): Float64Array {
  const selected = new Float64Array(places.length);
  for (let nth = 0; nth < places.length; nth += 1) selected[nth] = values[places[nth] as number] as number;
  return selected;
}

/** What each text would score by the words in it and around it, roughly: words of neighbours do not saturate with its own. */
function estimateScores(places: Int32Array, { outline, question, weights }: OutlineSearch): Float64Array {
  const parameters = question.parameters ?? RANKING_WEIGHTS.parameters;
  const worth = outline.weigh({
    weights: new Map(question.terms.map(({ term, weight, idf = 0 }) => [term, weight * idf])),
    saturate: (times, length) => saturate(times, length / question.averageLength, parameters),
  });
  const isWhole = places.length === worth.length;
  const sums = lendToNeighbours(isWhole ? worth : selectPlaces(worth, places), weights);
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

/** What is shown of chunks that the outline does not keep the texts of. What was erased since is left out. */
async function readShown(
  sql: SqlReader,
  scope: ReadScope,
  texts: readonly OutlinedText[],
): Promise<(text: OutlinedText) => ShownColumns | undefined> {
  const parameters = new StatementParameters();
  const statement = buildTextsStatement(parameters, scope, texts);
  const rows = texts.length > 0 ? await sql.read<ShownRow>({ text: statement }, parameters.list) : [];
  const byKey = new Map(rows.map((row) => [(texts[row.n - 1] as OutlinedText).key, row]));
  return ({ key }) => byKey.get(key);
}

/** Ranked chunks with their texts, from the outline where it keeps them, else from the database. */
async function readTexts(
  sql: SqlReader,
  { outline, scope }: Pick<OutlineScope, 'outline' | 'scope'>,
  ranked: readonly RankedText<OutlinedText>[],
): Promise<RankedText<TextChunk>[]> {
  const texts = ranked.map(({ text }) => text);
  const showText = outline.keepsTexts
    ? ({ at }: OutlinedText) => outline.shownAt(at)
    : await readShown(sql, scope, texts);
  return ranked.flatMap(({ text, score, scores }) => {
    const shown = showText(text);
    if (!shown) return [];
    return [{ text: TextChunk.withTerms(outline.rowAt(text.at, shown), text.terms), score, scores }];
  });
}

/**
 * Searches a session of which only an outline is in memory. All its texts are compared by their words and those of their neighbours; the
 * best are ranked as those in memory are, and only of what is found the texts are read.
 */
export function searchOutline(sql: SqlReader, search: OutlineSearch): Promise<RankedText<TextChunk>[]> {
  const { question, weights, limit } = search;
  return readTexts(sql, search, rankTexts(chooseTexts(search), question, weights, limit));
}

/** The chunks of the newest `limit` crumbs of an outline that match, in time order. */
export async function readNewest(sql: SqlReader, wanted: OutlineScope, limit: number): Promise<TextChunk[]> {
  const { outline } = wanted;
  const places = findPlaces(wanted);
  const ids = new Set<string>();
  let from = places.length;
  for (; from > 0; from -= 1) {
    const id = outline.idOf(places[from - 1] as number);
    if (ids.size === limit && !ids.has(id)) break;
    ids.add(id);
  }
  const newest = Array.from(places.subarray(from), (at) => ({ text: outline.textAt(at), score: 0, scores: {} }));
  return (await readTexts(sql, wanted, newest)).map(({ text }) => text);
}
