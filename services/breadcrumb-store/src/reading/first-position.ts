import type { Sql } from '../database/database';

/** Where the log of a workspace begins. */
export interface FirstPosition {
  /** The lowest position that may have an event. */
  readonly position: number;
  /** When events before it were last removed, as a date; null where none were. */
  readonly on: string | null;
}

/** Reads where the log of a workspace begins. */
export async function readFirstPosition(sql: Sql, workspace: string): Promise<FirstPosition> {
  const [swept] = await sql.query<{ through: number; swept_at: Date }>(
    {
      name: 'first-position',
      text: `select through, swept_at from retention_sweep where workspace = $1 and class = 'events'`,
    },
    [workspace],
  );
  return { position: (swept?.through ?? 0) + 1, on: swept?.swept_at.toISOString().slice(0, 10) ?? null };
}
