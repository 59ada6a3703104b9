import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '@crumbtrail/contracts';
import { crashPoint } from '@crumbtrail/platform';
import type { Database, Sql, TransactionSql } from '../database/database';
import { openDatabase } from '../database/open-database';
import { requireCurrentSchema } from '../database/schema-version';
import { copyRows, type Copied, type CopyPass } from './copy-rows';
import { forgetRows, type Departure } from './departure-statements';

const INDEX_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

const READ_EMBEDDER = 'select name from embedding_choice';
const NEVER = Number.MAX_SAFE_INTEGER;
const LAST_LOG = 'workspace.past_logs[array_upper(workspace.past_logs, 1)]';
/** Until it has arrived no event of it is this log's. A workspace that was here before comes back. One that arrives from another log is another workspace. */
const EXPECT = `insert into workspace (name, created_at, is_arriving, arrived_through, past_logs) values ($1, $2, true, ${NEVER}, $3)
  on conflict (name) do update set created_at = excluded.created_at, is_arriving = true, arrived_through = excluded.arrived_through,
    past_logs = excluded.past_logs
  where case when workspace.is_arriving then ${LAST_LOG} = $4 else workspace.moved_to is not null end
  returning xmin::text as version`;
/** The row as {@link EXPECT} has left it: a move that was ended since, or begun again, has another version. */
const LOCK_EXPECTED = 'select 1 from workspace where name = $1 and is_arriving and xmin::text = $2 for update';
/** Whatever holds the row longer is a pass whose end is not known. */
const WAIT_SHORTLY = `set local lock_timeout = '10s'`;
const LOCK_ARRIVAL = `select is_arriving, arrived_through, past_logs @> array[$2::uuid] as is_known, ${LAST_LOG} = $2::uuid as is_ours
  from workspace where name = $1 for update`;
const FORGET_NEW = 'delete from workspace where name = $1 and moved_to is null';
const FORGET_RETURN = 'update workspace set is_arriving = false where name = $1';
const LIST_EXPECTED = `select name from workspace where is_arriving and ${LAST_LOG} = $1::uuid`;
/** A store that hangs must not keep this cell from writing: the time-out of the connection, which a copy lifts, is in force again. */
const LIMIT_IDLE = 'set local idle_in_transaction_session_timeout to default';
const LOCK_HEAD = 'select position from log_head for update';
const READ_INDEXED = `select coalesce((select position from index_cursor where kind = 'text'), 0) as position`;
/** Higher in any case: whoever knows this log to its end, such as a reader of a replica, learns that something has come. */
const RAISE_HEAD = 'update log_head set position = greatest(position, $1) + 1 returning position';
/** Only those that are complete: what they pass over is indexed already. */
const RAISE_INDEX = 'update index_cursor set position = $2 where position >= $1 and position < $2';
const ARRIVE = `update workspace set is_arriving = false, moved_to = null, arrived_through = $2, past_logs = $3 where name = $1`;

interface ArrivalRow {
  readonly is_arriving: boolean;
  readonly arrived_through: number | null;
  readonly is_known: boolean;
  readonly is_ours: boolean;
}

/** A workspace that is to be copied. */
export interface ExpectedWorkspace {
  readonly name: string;
  readonly createdAt: Date;
  /** The ids of the logs that it was in; the last is the one that it leaves. */
  readonly logs: readonly string[];
}

/** Whether a workspace has arrived in a cell; it may have moved on since. */
export type Arrival = 'here' | 'absent';

/** The database of the cell that a workspace moves to. */
export class TargetCell {
  /** The version of the row of the workspace that is expected. */
  private expected = '';

  private constructor(
    readonly name: string,
    private readonly database: Database,
  ) {}

  /** Rejects with `unavailable` where the database cannot be opened, or has the schema of another version. */
  static async open(name: string, url: string, home: string): Promise<TargetCell> {
    try {
      const { database, source } = await openDatabase({
        url,
        home,
        tool: 'cell',
        setting: 'CELL_DATABASES',
        onDeath: () => undefined,
      });
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
  async expect({ name, createdAt, logs }: ExpectedWorkspace, embedder: string | null): Promise<void> {
    const [choice] = await this.database.query<{ name: string }>(READ_EMBEDDER);
    if ((choice?.name ?? null) !== embedder)
      throw refuse(
        'id_conflict',
        `The cell ${this.name} has the embedder ${choice?.name ?? 'none'} and this one ${embedder ?? 'none'}: choose the same one first.`,
      );
    const [row] = await this.database.query<{ version: string }>(EXPECT, [name, createdAt, logs, logs.at(-1)]);
    if (!row) throw refuse('id_conflict', `The cell ${this.name} has a workspace ${name} already.`);
    this.expected = row.version;
  }

  /** Takes the rows of one pass. */
  receive(source: Sql, pass: CopyPass): Promise<Copied> {
    return this.database.transaction(async (target) => {
      await this.requireExpected(target, pass);
      return copyRows({ source, target }, pass);
    });
  }

  /** Takes the last pass, and has the workspace from then on: its log goes on after the highest position of both cells. */
  accept(source: Sql, pass: CopyPass, { head, logs }: Departure): Promise<Copied> {
    return this.database.transaction(async (target) => {
      await this.requireExpected(target, pass);
      const copied = await copyRows({ source, target }, pass);
      await this.continueLog(target, head);
      await target.query(ARRIVE, [pass.workspace, head, logs]);
      crashPoint('move.before-accept');
      return copied;
    });
  }

  /**
   * Whether the workspace has arrived here from a log. Where it has not, it does not arrive any more once this returns, because what was copied is
   * deleted: a commit whose sender is gone may still be on its way.
   */
  async endArrival(workspace: string, log: string): Promise<Arrival> {
    return this.database.transaction(async (sql) => {
      await sql.query(WAIT_SHORTLY);
      const [found] = await sql.query<ArrivalRow>(LOCK_ARRIVAL, [workspace, log]);
      if (!found?.is_known) return 'absent';
      if (!found.is_arriving) return found.arrived_through === NEVER ? 'absent' : 'here';
      // It has arrived, has moved on and is coming back.
      if (!found.is_ours) return 'here';
      await forgetRows(sql, workspace);
      await sql.query(FORGET_NEW, [workspace]);
      await sql.query(FORGET_RETURN, [workspace]);
      return 'absent';
    });
  }

  /** The workspaces that are expected from a log. */
  async listExpected(log: string): Promise<string[]> {
    return (await this.database.query<{ name: string }>(LIST_EXPECTED, [log])).map(({ name }) => name);
  }

  private async requireExpected(target: Sql, { workspace }: CopyPass): Promise<void> {
    const rows = await target.query(LOCK_EXPECTED, [workspace, this.expected]);
    if (rows.length === 0)
      throw refuse('unavailable', `The move of ${workspace} to ${this.name} was ended by another one; try again.`);
  }

  /** While the head is locked nothing is appended, so the index catches up, and may then pass over the positions that are skipped. */
  private async continueLog(target: TransactionSql, head: number): Promise<void> {
    await target.query(LIMIT_IDLE);
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
