import type { Sql, Statement } from '../database/database';
import { vectorLiteral } from '../index/embedders/embedder';
import { CANDIDATE_COLUMNS, type CandidateRow } from './candidate';
import { textScored, type TextQuestion } from './rank-text';
import { matching, planned, Values, visible } from './visible';

/** A question's vector; only rows of the same embedder are looked at. */
export interface QueryVector {
  readonly embedder: string;
  readonly vector: readonly number[];
}

export interface RankedQuestion extends TextQuestion {
  readonly limit: number;
}

export interface TextRow extends CandidateRow {
  readonly score: number;
  readonly bm25: number;
  readonly neighbours: number;
}

export interface VectorRow extends CandidateRow {
  readonly cosine: number;
}

export interface HybridRow extends CandidateRow {
  readonly rrf: number;
  readonly bm25: number | null;
  readonly neighbours: number | null;
  readonly cosine: number | null;
}

/** Reciprocal rank fusion (Cormack et al. 2009): how little the very first ranks stand out. */
export const RRF_K = 60;
/** How deep each half of a hybrid looks. */
const HYBRID_DEPTH = 200;

const KEY = 'workspace, crumb_id, version, ordinal';
const TIES = 'k.occurred_at desc, k.position desc, k.crumb_id, k.ordinal';

/** Texts that share terms with the question, best first. */
export async function findText(sql: Sql, question: RankedQuestion): Promise<TextRow[]> {
  const values = new Values();
  return sql.query<TextRow>(
    planned(`with ${textScored(values, question)}
     select ${CANDIDATE_COLUMNS}, s.score, s.bm25, s.neighbours from text_scored s join chunk k using (${KEY})
     order by s.score desc, ${TIES} limit ${values.add(question.limit, 'int')}`),
    values.list,
  );
}

/**
 * `near (workspace, crumb_id, version, ordinal, cosine)`. Inside a session the rows are few: they are taken first, and the sort
 * is exact. Across sessions the cast to fixed dimensions lets Postgres use the embedder's HNSW index.
 */
function nearest(values: Values, question: RankedQuestion, { embedder, vector }: QueryVector): string {
  const dimensions = Math.trunc(vector.length);
  // A subquery without outer references is worked out once; a cast of the parameter would be, in a kept plan, for every row.
  const asked = `(select ${values.add(vectorLiteral(vector), 'text')}::vector(${dimensions}))`;
  const distance = `(v.embedding::vector(${dimensions})) <=> ${asked}`;
  const wall = `${visible(values, 'k', question.sight)} and ${matching(values, 'k', question.filter)}`;
  const scoped = question.filter.session !== undefined;
  return `
  ${scoped ? `reach as materialized (select k.workspace, k.crumb_id, k.version, k.ordinal from chunk k where ${wall}),` : ''}
  near as (
    select v.workspace, v.crumb_id, v.version, v.ordinal, 1 - (${distance}) as cosine
    from chunk_vector v join ${scoped ? 'reach' : 'chunk'} k using (${KEY})
    where v.embedder = ${values.add(embedder, 'text')} and vector_dims(v.embedding) = ${dimensions}
      ${scoped ? '' : `and ${wall}`}
    order by ${distance} limit ${values.add(Math.max(question.limit, HYBRID_DEPTH), 'int')}
  )`;
}

/** Across sessions each question is planned with its embedder in sight, for only so does the planner see the partial index. */
function plan({ filter }: RankedQuestion, text: string): string | Statement {
  return filter.session === undefined ? text : planned(text);
}

/** Texts whose vectors point where the question's does, nearest first. */
export async function findNear(sql: Sql, question: RankedQuestion, asked: QueryVector): Promise<VectorRow[]> {
  const values = new Values();
  return sql.query<VectorRow>(
    plan(
      question,
      `with ${nearest(values, question, asked)}
     select ${CANDIDATE_COLUMNS}, n.cosine from near n join chunk k using (${KEY})
     order by n.cosine desc, ${TIES} limit ${values.add(question.limit, 'int')}`,
    ),
    values.list,
  );
}

/** Both at once, fused by reciprocal rank; the scores of both are kept. */
export async function findHybrid(sql: Sql, question: RankedQuestion, asked: QueryVector): Promise<HybridRow[]> {
  const values = new Values();
  const ranked = (table: string, score: string): string =>
    `select x.*, row_number() over (order by x.${score} desc, ${TIES}) as nth from ${table} x join chunk k using (${KEY})`;
  return sql.query<HybridRow>(
    plan(
      question,
      `with ${textScored(values, question)}, ${nearest(values, question, asked)},
     by_text as (select * from (${ranked('text_scored', 'score')}) r where nth <= ${HYBRID_DEPTH}),
     by_vector as (select * from (${ranked('near', 'cosine')}) r where nth <= ${HYBRID_DEPTH}),
     fused as (
       select ${KEY}, t.bm25, t.neighbours, v.cosine,
         (coalesce(1.0 / (${RRF_K} + t.nth), 0) + coalesce(1.0 / (${RRF_K} + v.nth), 0))::float8 as rrf
       from by_text t full join by_vector v using (${KEY})
     )
     select ${CANDIDATE_COLUMNS}, f.rrf, f.bm25, f.neighbours, f.cosine from fused f join chunk k using (${KEY})
     order by f.rrf desc, ${TIES} limit ${values.add(question.limit, 'int')}`,
    ),
    values.list,
  );
}
