import type { Database, Sql } from '../database/database';
import { roundedAll, type Scored } from './candidate';
import { findHybrid, findNear, findText, RRF_K, type QueryVector, type RankedQuestion } from './find-ranked';

/** A question by words, by vector, or by both. */
export interface Meant {
  readonly mode: 'text' | 'vector' | 'hybrid';
  readonly question: RankedQuestion;
  /** Null: no embedder can be had just now. */
  readonly vector: QueryVector | null;
}

/** What was found, best first, and how many statements that took. */
export interface Meaning {
  readonly rows: readonly Scored[];
  readonly queries: number;
}

async function byText(sql: Sql, question: RankedQuestion): Promise<Scored[]> {
  const rows = await findText(sql, question);
  const named = (one: { bm25: number; neighbours: number }): Record<string, number> =>
    question.neighbours ? one : { bm25: one.bm25 };
  return rows.map(({ bm25, neighbours, ...row }) => ({ ...row, scores: roundedAll(named({ bm25, neighbours })) }));
}

async function byVector(sql: Sql, question: RankedQuestion, vector: QueryVector): Promise<Scored[]> {
  const rows = await findNear(sql, question, vector);
  return rows.map(({ cosine, ...row }) => ({ ...row, score: cosine, scores: roundedAll({ cosine }) }));
}

async function byBoth(sql: Sql, question: RankedQuestion, vector: QueryVector): Promise<Scored[]> {
  const rows = await findHybrid(sql, question, vector);
  return rows.map(({ rrf, bm25, neighbours, cosine, ...row }) => ({
    ...row,
    score: rrf,
    scores: roundedAll({ rrf, bm25, ...(question.neighbours ? { neighbours } : {}), cosine }),
  }));
}

/** Half of a hybrid, while no vectors can be had: on the same scale. */
async function byTextAlone(sql: Sql, question: RankedQuestion): Promise<Scored[]> {
  const rows = await byText(sql, question);
  return rows.map((row, at) => {
    const rrf = 1 / (RRF_K + at + 1);
    return { ...row, score: rrf, scores: { ...roundedAll({ rrf }), ...row.scores } };
  });
}

/** Across sessions an index scan must go on until enough rows pass the wall; the setting ends with the transaction. */
const GO_ON = `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '200', true)`;

async function withVector(
  database: Database,
  question: RankedQuestion,
  find: (sql: Sql) => Promise<Scored[]>,
): Promise<Meaning> {
  if (database.kind !== 'postgres' || question.filter.session !== undefined)
    return { rows: await find(database), queries: 1 };
  const rows = await database.transaction(async (sql) => {
    await sql.query(GO_ON);
    return find(sql);
  });
  return { rows, queries: 2 };
}

/** Finds by meaning; without an embedder a hybrid is answered by words, and a vector question finds nothing. */
export async function byMeaning(database: Database, { mode, question, vector }: Meant): Promise<Meaning> {
  if (mode === 'text') return { rows: await byText(database, question), queries: 1 };
  if (mode === 'hybrid' && vector === null) return { rows: await byTextAlone(database, question), queries: 1 };
  if (vector === null) return { rows: [], queries: 0 };
  return withVector(database, question, (sql) =>
    mode === 'vector' ? byVector(sql, question, vector) : byBoth(sql, question, vector),
  );
}
