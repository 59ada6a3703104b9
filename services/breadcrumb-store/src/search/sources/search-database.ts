import type { FeatureWeights } from '@crumbtrail/contracts';
import type { Sql } from '../../database/database';
import type { RankingQuestion } from '../rank/question';
import { rankTexts, type RankedText } from '../rank/rank-texts';
import { compareByTime, TextChunk } from '../session-cache/text-chunk';
import { StatementParameters } from '../filter/chunk-filter.sql';
import { filterVisible, type LateVersions } from '../filter/chunk-filter.memory';
import {
  buildNeighboursStatement,
  buildSearchStatement,
  type SearchQuestion,
  type SearchRow,
} from './search-statement';

/** Best texts whose neighbours are looked at. */
const MOST_SEEDS = 64;

/** What is asked of texts in the database, and how they are ranked. */
export interface DatabaseSearch {
  readonly search: SearchQuestion;
  readonly question: RankingQuestion;
  readonly weights: FeatureWeights;
  readonly late: LateVersions;
  readonly limit: number;
  /** Do neighbours in a session count? They do for contexts; a search gives only what holds its words. */
  readonly neighbours: boolean;
}

type RankedChunks = readonly RankedText<TextChunk>[];

function rankRows(
  rows: readonly SearchRow[],
  { search: asked, question, weights, late }: DatabaseSearch,
): RankedChunks {
  const texts = filterVisible(rows.map(TextChunk.beside), asked.sight, late).sort(compareByTime);
  const vector = asked.vector === null ? undefined : [1];
  return rankTexts(texts, { ...question, vector }, weights);
}

const ALONE = { previous: 0, next: 0, second: 0 };

/**
 * Ranks texts of wide scopes: the database picks a capped number by words and by vector, the ranking is the one of sessions. The
 * best bring the texts around them along, in a second statement.
 */
export async function searchDatabase(sql: Sql, wide: DatabaseSearch): Promise<RankedChunks> {
  const values = new StatementParameters();
  const statement = buildSearchStatement(values, wide.search);
  if (statement === null) return [];
  const alone = { ...wide, weights: { ...wide.weights, ...ALONE } };
  const ranked = rankRows(await sql.query<SearchRow>(statement, values.list), alone);
  if (!wide.neighbours || ranked.length === 0) return ranked.slice(0, wide.limit);
  const seeds = ranked.slice(0, Math.max(MOST_SEEDS, wide.limit)).map(({ text }) => ({ ...text.row, tsv: '' }));
  const beside = new StatementParameters();
  const text = buildNeighboursStatement(beside, wide.search, seeds);
  return rankRows(await sql.query<SearchRow>(text, beside.list), wide).slice(0, wide.limit);
}
