import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import { buildTrailStatement, type TrailQuestion } from './trail-statement';

/**
 * The causal ancestors of a crumb, nearest first, in their current versions; invisible ones are skipped. Causes are followed by id:
 * one that has a newer version is returned in that.
 */
export async function findTrail(sql: SqlReader, question: TrailQuestion): Promise<TextChunk[]> {
  const parameters = new StatementParameters();
  const rows = await sql.read<ChunkRow>({ text: buildTrailStatement(parameters, question) }, parameters.list);
  return rows.map((row) => TextChunk.from(row));
}
