import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { TextChunk } from '../session-cache/text-chunk';
import { buildCausesStatement, MOST_CAUSES, type CausesQuestion } from './causes-statement';
import { renderUnindexed, type IndexedOrStoredRow } from './unindexed-versions';

/** A row with the number of causes between its crumb and the one that the question starts from. */
type AncestorRow = IndexedOrStoredRow & { readonly steps: number };

/**
 * The causal ancestors of a crumb that show any text, nearest first, in their current versions, indexed or not; invisible ones are
 * skipped. Causes are followed by id: one that has a newer version is returned in that.
 */
export async function findCauses(sql: SqlReader, question: CausesQuestion): Promise<TextChunk[]> {
  const parameters = new StatementParameters();
  const rows = await sql.read<AncestorRow>({ text: buildCausesStatement(parameters, question) }, parameters.list);
  const steps = new Map(rows.map((row) => [row.id, row.steps]));
  const stepsTo = ({ id }: TextChunk): number => steps.get(id) ?? MOST_CAUSES;
  const chunks = (await renderUnindexed(sql, question.scope.workspace, rows))
    .map((row) => TextChunk.from(row))
    .sort((a, b) => stepsTo(a) - stepsTo(b) || a.ordinal - b.ordinal);
  const nearest = new Set([...new Set(chunks.map(({ id }) => id))].slice(0, question.limit));
  return chunks.filter(({ id }) => nearest.has(id));
}
