import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { compareByTime, TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import { buildRecentStatement, type RecentQuestion, type RecentRow } from './recent-statement';
import { renderStored } from './render-stored';

/** The newest crumbs that show any text, with all their chunks, indexed or not; in time order. */
export async function findRecent(sql: SqlReader, question: RecentQuestion): Promise<TextChunk[]> {
  const parameters = new StatementParameters();
  const rows = await sql.read<RecentRow>({ text: buildRecentStatement(parameters, question) }, parameters.list);
  const late = rows.flatMap((row) => (row.context === null ? [] : [{ ...row, context: row.context }]));
  const rendered = await renderStored(sql, question.scope.workspace, late);
  const indexed: readonly ChunkRow[] = rows.filter(({ context }) => context === null);
  return [...indexed, ...rendered.flatMap(({ pieces }) => pieces)]
    .map((row) => TextChunk.from(row))
    .sort(compareByTime);
}
