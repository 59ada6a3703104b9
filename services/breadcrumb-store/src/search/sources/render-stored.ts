import type { LlmHints } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { mapOneByOne } from '../../event-loop/map-one-by-one';
import { withSchemaHints } from '../../schemas/schema-hints';
import { renderChunks } from '../index/text/render-chunks';
import type { ChunkRow } from '../session-cache/text-chunk';

/** The columns of a version that hints can show, beside those of its chunks. */
export interface StoredVersion {
  readonly title: string | null;
  readonly context: Record<string, unknown>;
  readonly llm_hints: LlmHints | null;
  readonly created_at: Date | string;
  readonly content_hash: string;
}

/** A version without indexed chunks. */
export type StoredRow = ChunkRow & StoredVersion;

/** A version with the chunks that the index would hold of it. */
export interface RenderedVersion<Row> {
  readonly row: Row;
  readonly pieces: readonly ChunkRow[];
}

const toIso = (time: Date | string): string => new Date(time).toISOString();

/** Renders versions that the index does not have yet, or no longer has, into the same chunks that it would hold. */
export async function renderStored<Row extends StoredRow>(
  sql: SqlReader,
  workspace: string,
  rows: readonly Row[],
): Promise<readonly RenderedVersion<Row>[]> {
  const versions = await withSchemaHints(
    sql,
    rows.map((row) => ({ ...row, workspace })),
  );
  const rendered = await mapOneByOne(versions, (version) => {
    const { author_kind, author_id, tags, created_at, occurred_at, ...rest } = version;
    const author = { kind: author_kind, id: author_id };
    return renderChunks({
      ...rest,
      created_at: toIso(created_at),
      occurred_at: toIso(occurred_at),
      author,
      tags,
    });
  });
  return rendered.map((texts, at) => {
    const { title: _, context: __, llm_hints: ___, ...row } = rows[at] as Row;
    return { row: rows[at] as Row, pieces: texts.map((text) => ({ ...row, ...text })) };
  });
}
