import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '@crumbtrail/contracts';
import type { Database, Sql, TransactionSql } from '../database/database';
import { openDatabase } from '../database/open-database';
import { requireCurrentSchema } from '../database/schema-version';
import { copyRows, type Copied, type CopyPass } from './copy-rows';
import type { Departure } from './departure-statements';

const INDEX_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

const READ_EMBEDDER = 'select name from embedding_choice';
const READ_WORKSPACE = 'select moved_to, is_arriving, arrived_through from workspace where name = $1';
/** Until it has arrived no event of it is this log's. A workspace that was here before comes back. */
const EXPECT = `insert into workspace (name, created_at, is_arriving, arrived_through) values ($1, $2, true, ${Number.MAX_SAFE_INTEGER})
  on conflict (name) do update set created_at = excluded.created_at, is_arriving = true, arrived_through = excluded.arrived_through`;
const LOCK_HEAD = 'select position from log_head for update';
const READ_INDEXED = `select coalesce((select position from index_cursor where kind = 'text'), 0) as position`;
const RAISE_HEAD = 'update log_head set position = greatest(position, $1) returning position';
/** Only those that are complete: what they pass over is indexed already. */
const RAISE_INDEX = 'update index_cursor set position = $2 where position >= $1 and position < $2';
const ARRIVE = `update workspace set is_arriving = false, moved_to = null, arrived_through = $2, past_logs = $3 where name = $1`;

interface WorkspaceRow {
  readonly moved_to: string | null;
  readonly is_arriving: boolean;
  readonly arrived_through: number | null;
}

/** The state of a workspace in a cell that it may have been moved to. */
export type Arrival = 'here' | 'absent';

/** The database of the cell that a workspace moves to. */
export class TargetCell {
  private constructor(
    readonly name: string,
    private readonly database: Database,
  ) {}

  /** Rejects with `unavailable` where the database cannot be opened, or has the schema of another version. */
  static async open(name: string, url: string, home: string): Promise<TargetCell> {
    try {
      const { database, source } = await openDatabase({ url, home, tool: 'cell', onDeath: () => undefined });
      try {
        await requireCurrentSchema(source);
      } catch (error) {
        await database.close();
        throw error;
      }
      return new TargetCell(name, database);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'unknown';
      throw refuse('unavailable', `The cell ${name} takes no workspace: ${why}`);
    }
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** Refuses a cell that has a workspace of that name, or another embedder than `embedder`; then it expects the workspace. */
  async expect(workspace: string, createdAt: Date, embedder: string | null): Promise<void> {
    const [choice] = await this.database.query<{ name: string }>(READ_EMBEDDER);
    if ((choice?.name ?? null) !== embedder)
      throw refuse(
        'id_conflict',
        `The cell ${this.name} has the embedder ${choice?.name ?? 'none'} and this one ${embedder ?? 'none'}: choose the same one first.`,
      );
    const found = await this.read(workspace);
    if (found && found.moved_to === null && !found.is_arriving)
      throw refuse('id_conflict', `The cell ${this.name} has a workspace ${workspace} already.`);
    await this.database.query(EXPECT, [workspace, createdAt]);
  }

  /** Takes the rows of one pass. */
  receive(source: Sql, pass: CopyPass): Promise<Copied> {
    return this.database.transaction((target) => copyRows({ source, target }, pass));
  }

  /** Takes the last pass, and has the workspace from then on: its log goes on after the highest position of both cells. */
  accept(source: Sql, pass: CopyPass, { head, logs }: Departure): Promise<Copied> {
    return this.database.transaction(async (target) => {
      const copied = await copyRows({ source, target }, pass);
      await this.continueLog(target, head);
      await target.query(ARRIVE, [pass.workspace, head, logs]);
      return copied;
    });
  }

  /** Whether the workspace has arrived here. */
  async find(workspace: string): Promise<Arrival> {
    const found = await this.read(workspace);
    return found && found.moved_to === null && !found.is_arriving ? 'here' : 'absent';
  }

  private async read(workspace: string): Promise<WorkspaceRow | undefined> {
    return (await this.database.query<WorkspaceRow>(READ_WORKSPACE, [workspace]))[0];
  }

  /** While the head is locked nothing is appended, so the index catches up, and may then pass over the positions that are skipped. */
  private async continueLog(target: TransactionSql, head: number): Promise<void> {
    const [before] = await target.query<{ position: number }>(LOCK_HEAD);
    const own = before?.position ?? 0;
    const until = performance.now() + INDEX_WITHIN_MS;
    while (((await target.query<{ position: number }>(READ_INDEXED))[0]?.position ?? 0) < own) {
      if (performance.now() > until)
        throw refuse('unavailable', `The search index of the cell ${this.name} is behind its log; try again later.`);
      await pause(LOOK_EVERY_MS);
    }
    const [after] = await target.query<{ position: number }>(RAISE_HEAD, [head]);
    await target.query(RAISE_INDEX, [own, after?.position ?? own]);
  }
}
