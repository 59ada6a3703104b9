import type { Sql, Statement, TransactionSql } from '../../../database/database';

/**
 * The statistics of BM25 count only chunks of current, unexpired versions that everybody may read: private words must not influence
 * anybody's scores. `chunk.counted` marks the counted ones.
 */
const COUNTS = `
  terms as (
    select workspace, lexeme as term, count(*)::int as df from fresh cross join unnest(tsv) where counted group by 1, 2
  ),
  kept_terms as (
    insert into term_stat (workspace, term, df) select workspace, term, df from terms order by 1, 2
    on conflict (workspace, term) do update set df = term_stat.df + excluded.df
  )
  insert into corpus_stat (workspace, chunks, total_length)
  select workspace, count(*), sum(length) from fresh where counted group by 1 order by 1
  on conflict (workspace) do update set
    chunks = corpus_stat.chunks + excluded.chunks, total_length = corpus_stat.total_length + excluded.total_length`;

/** Extends an insert into `chunk`, which must end in `returning workspace, tsv, length, counted`, so that it counts its rows too. */
export const countInserted = (insert: string): string => `with fresh as (${insert}), ${COUNTS}`;

/** A predicate over `chunk k`, with its parameters. */
export interface ChunkCondition {
  readonly where: string;
  readonly params: readonly unknown[];
}

/** Removes chunks from the statistics, and terms that no chunk has any more. Needs the index lock. */
export async function removeFromStatistics(sql: Sql, { where, params }: ChunkCondition): Promise<void> {
  const touched = await sql.query<{ workspace: string; term: string }>(
    `with gone as (
       update chunk k set counted = false where k.counted and ${where} returning k.workspace, k.tsv, k.length
     ),
     less as (
       update corpus_stat c set chunks = c.chunks - g.chunks, total_length = c.total_length - g.total_length
       from (select workspace, count(*) as chunks, sum(length) as total_length from gone group by 1) g
       where c.workspace = g.workspace
     )
     update term_stat t set df = t.df - g.df
     from (select workspace, lexeme, count(*)::int as df from gone cross join unnest(tsv) group by 1, 2) g
     where t.workspace = g.workspace and t.term = g.lexeme
     returning t.workspace, t.term`,
    params,
  );
  if (touched.length === 0) return;
  await sql.query(
    `delete from term_stat t using unnest($1::text[], $2::text[]) as x (workspace, term)
     where t.workspace = x.workspace and t.term = x.term and t.df <= 0`,
    [touched.map((one) => one.workspace), touched.map((one) => one.term)],
  );
}

const LOCK_INDEX: Statement = { name: 'lock-index', text: 'select pg_advisory_xact_lock(7283656)' };

/** Locks the index until the transaction ends, before its next statement: a crumb is never erased and indexed at the same time. */
export function lockIndex(sql: TransactionSql): void {
  sql.send(LOCK_INDEX, []);
}
