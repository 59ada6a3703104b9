import { describeTables } from '../backup/describe-tables';
import type { BackedUpTable } from '../backup/backup-format';
import type { Sql } from '../database/database';

/** Up to where a copy of a workspace is complete. */
export interface CopyPoint {
  readonly position: number;
  /** By the clock of the database that is copied, as a literal of SQL. */
  readonly since: string;
  /** The breadcrumbs with texts that the embedder has refused: their vectors come later, and without an event. */
  readonly refused: readonly string[];
}

/** How the rows of a table follow a workspace while it is used. */
export type MovedRows =
  /** They belong to a breadcrumb, whose id is in this column: all of them are copied again when it changed. */
  | { readonly ofCrumb: string }
  /** Rows are added or changed: those for which this condition on the row `r` holds have been since the point. */
  | {
      readonly changed: (point: CopyPoint) => string;
      /** Rows of the other cell for which this condition holds are deleted first: whatever has become of them is copied again. */
      readonly replaced?: string;
    }
  /** Few: they are copied at the end, when the workspace is closed. */
  | { readonly atEnd: true };

/** Every table whose rows belong to a workspace. Of the events only new ones: an erasure is repeated. */
export const MOVED_TABLES: Readonly<Record<string, MovedRows>> = {
  crumb_event: { changed: ({ position }) => `r.position > ${position}` },
  crumb: { ofCrumb: 'id' },
  crumb_version: { ofCrumb: 'id' },
  blob: { ofCrumb: 'crumb_id' },
  blob_quote: { ofCrumb: 'crumb_id' },
  file_use: { ofCrumb: 'crumb_id' },
  chunk: { ofCrumb: 'crumb_id' },
  chunk_vector: { ofCrumb: 'crumb_id' },
  turn: {
    changed: ({ since }) => `(r.state <> 'closed' or r.closed_at >= ${since} or r.requested_at >= ${since})`,
    // A lane has one open turn: that of the pass before must not be there when the next one comes.
    replaced: `state <> 'closed'`,
  },
  crumb_use: { changed: ({ since }) => `r.used_at >= ${since}` },
  decision: { changed: ({ since }) => `r.decided_at >= ${since}` },
  idempotency: { changed: ({ since }) => `(r.created_at >= ${since} or r.request_hash = '')` },
  file: { changed: () => 'r.hash not in (select hash from known_file)' },
  api_key: { atEnd: true },
  claim: { atEnd: true },
  corpus_stat: { atEnd: true },
  due: { atEnd: true },
  file_upload: { atEnd: true },
  retention_sweep: { atEnd: true },
  session_total: { atEnd: true },
  term_stat: { atEnd: true },
  use_since: { atEnd: true },
  vector_retry: { atEnd: true },
  webhook: { atEnd: true },
};

/** A table with its columns, and how its rows move. */
export interface MovedTable extends BackedUpTable {
  readonly rows: MovedRows;
}

/** The tables of {@link MOVED_TABLES} with their columns, each after those that it refers to. */
export async function describeMovedTables(sql: Sql): Promise<MovedTable[]> {
  const all = await describeTables((text) => sql.query(text));
  return all.flatMap((one) => {
    const rows = MOVED_TABLES[one.name];
    return rows === undefined ? [] : [{ ...one, rows }];
  });
}
