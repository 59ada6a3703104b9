import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import type { Vectorise } from '../embedders/embedder';
import { compareByTime, TextChunk } from '../session-cache/text-chunk';
import { buildRecentStatement, type RecentQuestion } from './recent-statement';
import { renderUnindexed, type IndexedOrStoredRow } from './unindexed-versions';

/** The newest crumbs that show any text, with all their chunks, indexed or not; in time order. `vectorise` computes their vectors, where those are wanted. */
export async function findRecent(
  sql: SqlReader,
  question: RecentQuestion,
  vectorise?: Vectorise,
): Promise<TextChunk[]> {
  const parameters = new StatementParameters();
  const rows = await sql.read<IndexedOrStoredRow>(
    { text: buildRecentStatement(parameters, question) },
    parameters.list,
  );
  const chunks = await renderUnindexed(sql, question.scope.workspace, rows);
  return chunks.map((row) => TextChunk.from(row, vectorise)).sort(compareByTime);
}
