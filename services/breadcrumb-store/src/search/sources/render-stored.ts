import type { LlmHints } from '@crumbtrail/contracts';
import type { Sql } from '../../database/database';
import { renderChunks } from '../index/text/render-chunks';
import { mapOneByOne } from '../../event-loop/map-one-by-one';
import { withSchemaHints } from '../../schemas/schema-hints';
import type { ChunkRow } from '../session-cache/text-chunk';

/** What hints may show of a stored version, beside what a chunk says of it. */
export interface StoredVersion {
  readonly title: string | null;
  readonly context: Record<string, unknown>;
  readonly llm_hints: LlmHints | null;
  readonly created_at: Date;
  readonly content_hash: string;
}

export type StoredRow = ChunkRow & StoredVersion;

const isoOf = (time: Date | string): string => new Date(time).toISOString();

/** The pieces of stored versions that the index has not, or no longer has: the same that it would hold. */
export async function renderStored<Row extends StoredRow>(
  sql: Sql,
  workspace: string,
  rows: readonly Row[],
): Promise<readonly { readonly row: Row; readonly pieces: readonly ChunkRow[] }[]> {
  const versions = await withSchemaHints(
    sql,
    rows.map((row) => ({ ...row, workspace })),
  );
  const rendered = await mapOneByOne(versions, (version) => {
    const { author_kind, author_id, tags, created_at, occurred_at, ...rest } = version;
    const author = { kind: author_kind, id: author_id };
    const dates = { created_at: isoOf(created_at), occurred_at: isoOf(occurred_at) };
    return renderChunks({ ...rest, ...dates, author, tags });
  });
  return rendered.map((texts, at) => {
    const { title: _, context: __, llm_hints: ___, ...row } = rows[at] as Row;
    return { row: rows[at] as Row, pieces: texts.map((text) => ({ ...row, ...text })) };
  });
}
