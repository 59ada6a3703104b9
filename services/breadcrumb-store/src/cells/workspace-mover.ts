import { setTimeout as pause } from 'node:timers/promises';
import { refuse, type RequestOf } from '@crumbtrail/contracts';
import type { MovedWorkspace, MoveWorkspace } from '@crumbtrail/contracts/operations/keys';
import { crashPoint, errorMessage, type Logger } from '@crumbtrail/platform';
import type { Database, TransactionSql } from '../database/database';
import type { Keys } from '../identity/keys';
import { HOME, type Workspaces } from '../identity/workspaces';
import type { Lease } from '../writer/lease';
import type { RetentionSweeper } from '../retention/retention-sweeper';
import type { Copied, CopyPass } from './copy-rows';
import { endDeparture, leave, readLog, readLogs, reopen, type MoveGoal } from './departure-statements';
import type { CopyPoint } from './moved-tables';
import { TargetCell, type Arrival } from './target-cell';
import { findUnfinishedWork, type WorkSources } from './unfinished-work';
import type { WorkspaceGate } from '../identity/workspace-gate';

/** How long the work of agents may take to end by default, milliseconds. */
const DRAIN_MS = 60_000;
const REQUESTS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;
/** While the workspace is used, passes are repeated until one copies fewer events than this, or so often. */
const FEW_EVENTS = 500;
const MOST_PASSES = 5;
/** Between attempts to find out in which cell a workspace is. */
const RETRY_MS = 2_000;
/** Between attempts to delete copies that nobody waits for. */
const RETRY_FORGET_MS = 30_000;

/** What a mover works with. */
export interface MoverDependencies extends WorkSources {
  readonly database: Database;
  /** The databases of other cells, by name. */
  readonly cells: ReadonlyMap<string, string>;
  readonly home: string;
  readonly gate: WorkspaceGate;
  readonly workspaces: Workspaces;
  readonly keys: Pick<Keys, 'forget'>;
  readonly sweeper: Pick<RetentionSweeper, 'sweep'>;
  readonly lease: Pick<Lease, 'fence'>;
  /** The embedder that serves. */
  readonly embedder: () => string;
  readonly logger: Logger;
}

/** A move that runs. */
interface Move {
  readonly workspace: string;
  readonly target: TargetCell;
  readonly withinMs: number;
}

/** Moves workspaces to other cells, one at a time. */
export class WorkspaceMover {
  private running: string | null = null;
  private isStopped = false;

  constructor(private readonly parts: MoverDependencies) {}

  /** Moves a workspace; see {@link MoveWorkspace}. */
  async move(workspace: string, request: RequestOf<typeof MoveWorkspace>): Promise<MovedWorkspace> {
    const url = this.requireMovable(workspace, request.to);
    this.running = workspace;
    const target = await TargetCell.open(request.to, url, this.parts.home).catch((error: unknown) => {
      this.running = null;
      throw error;
    });
    try {
      return await this.copyAndLeave({ workspace, target, withinMs: request.within_ms ?? DRAIN_MS });
    } finally {
      this.running = null;
      await target.close();
    }
  }

  /** Ends moves that a crash interrupted: the other cell has the workspace, or this one has it still. Until that is known it stays closed. */
  async settleAll(): Promise<void> {
    for (const { name, movedTo } of await this.parts.workspaces.listLeaving()) {
      this.parts.gate.set(name, 'closed');
      void this.settle({ workspace: name, cell: movedTo });
    }
    for (const cell of this.parts.cells.keys()) void this.forgetCopies(cell);
  }

  stop(): void {
    this.isStopped = true;
  }

  private requireMovable(workspace: string, to: string): string {
    const { cells } = this.parts;
    const url = cells.get(to);
    const known = [...cells.keys()].join(', ') || 'none';
    if (url === undefined)
      throw refuse(
        'not_found',
        `This store knows no cell ${to}: CELL_DATABASES has ${known}. Add it and restart the store.`,
      );
    if (workspace === HOME) throw refuse('forbidden', `Every cell has its own workspace ${HOME}; it does not move.`);
    if (this.running !== null)
      throw refuse('moving', `The workspace ${this.running} is being moved; start this move when it has ended.`);
    return url;
  }

  private async copyAndLeave(move: Move): Promise<MovedWorkspace> {
    const { workspace, target } = move;
    const { gate, logger } = this.parts;
    const from = performance.now();
    const createdAt = await this.parts.workspaces.createdAt(workspace);
    const logs = await readLogs(this.parts.database, workspace);
    await target.expect({ name: workspace, createdAt, logs }, this.parts.embedder());
    gate.set(workspace, 'copying');
    try {
      await this.parts.sweeper.sweep();
      const { point, rows } = await this.copyWhileUsed(move);
      const paused = performance.now();
      const last = await this.closeAndLeave(move, point);
      const now = performance.now();
      logger.info({ workspace, cell: target.name, paused_ms: Math.round(now - paused) }, 'The workspace was moved.');
      return {
        workspace,
        cell: target.name,
        rows: addRows(rows, last.rows),
        copied_ms: Math.round(paused - from),
        paused_ms: Math.round(now - paused),
      };
    } catch (error) {
      if (gate.stage(workspace) !== 'closed') {
        gate.set(workspace, null);
        await this.forgetCopy(move);
      }
      throw error;
    }
  }

  private async copyWhileUsed({ workspace, target }: Move): Promise<Copied> {
    let copied = await this.copy({ workspace, after: null, isLast: false }, (sql, pass) => target.receive(sql, pass));
    crashPoint('move.after-copy');
    let rows = copied.rows;
    for (let n = 1; n < MOST_PASSES; n += 1) {
      const after: CopyPoint = copied.point;
      copied = await this.copy({ workspace, after, isLast: false }, (sql, pass) => target.receive(sql, pass));
      rows = addRows(rows, copied.rows);
      if ((copied.rows['crumb_event'] ?? 0) < FEW_EVENTS) break;
    }
    return { point: copied.point, rows };
  }

  private copy<T>(pass: CopyPass, send: (sql: TransactionSql, pass: CopyPass) => Promise<T>): Promise<T> {
    return this.parts.database.transaction(async (sql) => {
      await sql.query('set transaction isolation level repeatable read');
      return send(sql, pass);
    });
  }

  /** From here on people wait. */
  private async closeAndLeave(move: Move, after: CopyPoint): Promise<Copied> {
    const { workspace, target } = move;
    const { gate, database, workspaces, lease } = this.parts;
    const leaving = { workspace, cell: target.name };
    gate.set(workspace, 'draining');
    await this.untilIdle(move);
    gate.set(workspace, 'closed');
    workspaces.forget(workspace);
    try {
      await this.untilAnswered(workspace);
      const left = await database.transaction((sql) => leave(sql, leaving, lease.fence));
      crashPoint('move.after-leave');
      const last = await this.copy({ workspace, after, isLast: true }, (sql, pass) => target.accept(sql, pass, left));
      crashPoint('move.after-accept');
      await this.finish(leaving);
      return last;
    } catch (error) {
      // The answer to the last commit may be lost: only the other cell knows.
      if ((await this.settle(leaving)) === 'here') return { point: after, rows: {} };
      throw error;
    }
  }

  private async untilIdle({ workspace, withinMs }: Move): Promise<void> {
    const until = performance.now() + withinMs;
    for (;;) {
      const work = await findUnfinishedWork(this.parts, workspace);
      if (work.length === 0) return;
      if (performance.now() > until)
        throw refuse(
          'unavailable',
          `The workspace ${workspace} was not moved, because ${work.join(', ')}. Try again later, or give it more time.`,
        );
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Waits for the requests that were let in before it closed; the move itself is one of them. */
  private async untilAnswered(workspace: string): Promise<void> {
    const until = performance.now() + REQUESTS_WITHIN_MS;
    await pause(0);
    while (this.parts.gate.countRequests(workspace) > 1) {
      if (performance.now() > until)
        throw refuse('unavailable', `The workspace ${workspace} was not moved: a request takes too long. Try again.`);
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Finds out where the workspace is, and ends the move there. Null: this process ends before that is known. */
  private async settle(leaving: MoveGoal): Promise<Arrival | null> {
    const { workspace, cell } = leaving;
    while (!this.isStopped) {
      try {
        const place = await this.endArrival(leaving);
        if (place === 'here') await this.finish(leaving);
        else await this.stay(leaving);
        return place;
      } catch (error) {
        this.parts.logger.warn(
          { err: error, workspace, cell },
          `It is not known whether the workspace ${workspace} has arrived in the cell ${cell}; asking again: ${errorMessage(error)}`,
        );
        await pause(RETRY_MS);
      }
    }
    return null;
  }

  private async endArrival({ workspace, cell }: MoveGoal): Promise<Arrival> {
    return this.inCell(cell, (target) => this.endArrivalIn(target, workspace));
  }

  private async inCell<T>(cell: string, work: (target: TargetCell) => Promise<T>): Promise<T> {
    const url = this.parts.cells.get(cell);
    if (url === undefined) throw refuse('not_found', `CELL_DATABASES does not have ${cell}.`);
    const target = await TargetCell.open(cell, url, this.parts.home);
    try {
      return await work(target);
    } finally {
      await target.close();
    }
  }

  private async endArrivalIn(target: TargetCell, workspace: string): Promise<Arrival> {
    return target.endArrival(workspace, (await readLogs(this.parts.database, workspace)).at(-1) ?? '');
  }

  /** A refused move leaves nothing in the other cell: what is erased here from now on must not stay there. */
  private async forgetCopy({ workspace, target }: Move): Promise<void> {
    try {
      await this.endArrivalIn(target, workspace);
    } catch {
      void this.forgetCopies(target.name);
    }
  }

  /** Deletes what moves that a crash ended have copied into a cell. */
  private async forgetCopies(cell: string): Promise<void> {
    for (let isFirst = true; !this.isStopped; isFirst = false) {
      try {
        return await this.inCell(cell, (target) => this.forgetCopiesIn(target));
      } catch (error) {
        if (isFirst)
          this.parts.logger.warn(
            { err: error, cell },
            `It is not known whether the cell ${cell} has copies of workspaces that did not arrive; asking again: ${errorMessage(error)}`,
          );
        await pause(RETRY_FORGET_MS, undefined, { ref: false });
      }
    }
  }

  private async forgetCopiesIn(target: TargetCell): Promise<void> {
    for (const workspace of await target.listExpected(await readLog(this.parts.database)))
      if (workspace !== this.running) await this.endArrivalIn(target, workspace);
  }

  private async finish(leaving: MoveGoal): Promise<void> {
    await this.parts.database.transaction((sql) => endDeparture(sql, leaving));
    this.parts.keys.forget(leaving.workspace);
    this.open(leaving.workspace);
  }

  private async stay(leaving: MoveGoal): Promise<void> {
    await this.parts.database.transaction((sql) => reopen(sql, leaving));
    this.open(leaving.workspace);
  }

  /** Where it has moved, its keys are unknown here now, and services are told where it is. */
  private open(workspace: string): void {
    this.parts.workspaces.forget(workspace);
    this.parts.gate.set(workspace, null);
  }
}

function addRows(one: Copied['rows'], other: Copied['rows']): Record<string, number> {
  const sum: Record<string, number> = { ...one };
  for (const [table, rows] of Object.entries(other)) sum[table] = (sum[table] ?? 0) + rows;
  return sum;
}
