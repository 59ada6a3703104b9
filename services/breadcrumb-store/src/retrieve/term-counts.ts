import type { Sql } from '../database/database';
import { planned } from './visible';

/** How many texts have each stem, by the statistics of a workspace. */
export type TermCounts = ReadonlyMap<string, number>;

const COUNTS = planned(`
  select json_object_agg(d.term, d.df) as counts from unnest($2::text[]) q (term)
  join lateral (select t.term, t.df from term_stat t where t.workspace = $1::text and t.term = q.term offset 0) d on true`);

/** Counts of these stems; a stem that nobody uses is absent. */
export async function termCounts(sql: Sql, workspace: string, stems: readonly string[]): Promise<TermCounts> {
  if (stems.length === 0) return new Map();
  const [row] = await sql.query<{ counts: Record<string, number> | null }>(COUNTS, [workspace, stems]);
  return new Map(Object.entries(row?.counts ?? {}));
}
