import type { FeatureWeights } from '@crumbtrail/contracts';
import type { Database, Sql } from '../database/database';
import type { Question } from '../rank/question';
import { rankTexts, type RankedText } from '../rank/rank-texts';
import { byTime, KeptText } from './kept-text';
import { planned, Values } from './visible';
import { behindWall, type Late } from './wall';
import { besideStatement, poolStatement, type WideQuestion, type WideRow } from './wide-statement';

/** Best texts whose neighbours are looked at. */
const MOST_SEEDS = 64;

/** What is asked of texts in the database, and how they are ranked. */
export interface Wide {
  readonly asked: WideQuestion;
  readonly question: Question;
  readonly weights: FeatureWeights;
  readonly late: Late;
  readonly limit: number;
  /** Do neighbours in a session count? They do for contexts; a search gives only what holds its words. */
  readonly neighbours: boolean;
}

/** Texts, best first, and how many statements that took. */
export interface Ranking {
  readonly ranked: readonly RankedText<KeptText>[];
  readonly queries: number;
}

/** Across sessions an index scan must go on until enough rows pass the wall; the setting ends with the transaction. */
const GO_ON = `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '200', true)`;

type Run = (text: string, values: Values) => Promise<WideRow[]>;

/** Across sessions each question is planned with its embedder in sight, for only so does the planner see the partial index. */
const running =
  (sql: Sql, isPlanned: boolean): Run =>
  (text, values) =>
    sql.query<WideRow>(isPlanned ? planned(text) : text, values.list);

function rank(rows: readonly WideRow[], { asked, question, weights, late }: Wide): Ranking['ranked'] {
  const texts = behindWall(rows.map(KeptText.beside), asked.sight, late).sort(byTime);
  const vector = asked.vector === null ? undefined : [1];
  return rankTexts(texts, { ...question, vector }, weights);
}

const ALONE = { previous: 0, next: 0, second: 0 };

async function find(wide: Wide, run: Run): Promise<Ranking> {
  const values = new Values();
  const statement = poolStatement(values, wide.asked);
  if (statement === null) return { ranked: [], queries: 0 };
  const alone = { ...wide, weights: { ...wide.weights, ...ALONE } };
  const ranked = rank(await run(statement, values), alone);
  if (!wide.neighbours || ranked.length === 0) return { ranked: ranked.slice(0, wide.limit), queries: 1 };
  const seeds = ranked.slice(0, Math.max(MOST_SEEDS, wide.limit)).map(({ text }) => ({ ...text.row, tsv: '' }));
  const beside = new Values();
  const rows = await run(besideStatement(beside, wide.asked, seeds), beside);
  return { ranked: rank(rows, wide).slice(0, wide.limit), queries: 2 };
}

/**
 * Ranks texts of wide scopes: the database picks a capped number by words and by vector, the ranking is the one of sessions. The
 * best bring the texts around them along.
 */
export async function findWide(database: Database, wide: Wide): Promise<Ranking> {
  const goesOn = database.kind === 'postgres' && wide.asked.vector !== null && wide.asked.filter.session === undefined;
  if (!goesOn) return find(wide, running(database, true));
  const found = await database.transaction(async (sql) => {
    await sql.query(GO_ON);
    return find(wide, running(sql, false));
  });
  return { ...found, queries: found.queries + 1 };
}
