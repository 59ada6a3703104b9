import type { Sql } from '../database/database';
import type { SessionTextCache } from '../search/session-cache/session-text-cache';
import type { ReplicaLog } from './replica-log';

const MOST = 1_000;
const READ_ERASED = {
  name: 'replica-erased',
  text: `select position, workspace, id from crumb_event
    where position > $1 and position <= $2 and kind in ('erased', 'expired') order by position limit ${MOST}`,
};

interface ErasedRow {
  readonly position: number;
  readonly workspace: string;
  readonly id: string;
}

/**
 * Drops erased and expired texts from the memory of a reader. No reply holds them, because each one compares its cached texts with the log; this is so that they
 * do not stay in memory either.
 */
export class ForgetErased {
  private through: number | null = null;

  constructor(
    private readonly database: Pick<Sql, 'query'>,
    private readonly log: ReplicaLog,
    private readonly cache: Pick<SessionTextCache, 'forget'>,
  ) {}

  /** Drops what was erased since the last call. The first call only remembers where the log ends. */
  async forget(): Promise<void> {
    const { position } = this.log;
    const from = this.through ?? position;
    if (from < position) this.drop(await this.database.query<ErasedRow>(READ_ERASED, [from, position]), position);
    else this.through = position;
  }

  private drop(rows: readonly ErasedRow[], position: number): void {
    const byWorkspace = new Map<string, Set<string>>();
    for (const { workspace, id } of rows) byWorkspace.set(workspace, (byWorkspace.get(workspace) ?? new Set()).add(id));
    for (const [workspace, ids] of byWorkspace) this.cache.forget(workspace, ids);
    this.through = rows.length === MOST ? (rows.at(-1)?.position ?? position) : position;
  }
}
