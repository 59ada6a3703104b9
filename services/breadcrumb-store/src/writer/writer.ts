import { crashPoint } from '@crumbtrail/platform';
import { type CrumbError, refuse } from '@crumbtrail/contracts';
import { append, type CommandOutcome, type CommandResults } from '../append/append';
import { listWorkspaces, type Command } from '../commands/commands';
import { Ledger } from '../ledger/ledger';
import { RecentChanges } from '../ledger/recent-changes';
import { RecentSessions } from '../ledger/recent-sessions';
import { CompiledSchemaCache } from '../schemas/compile-definition';
import { ReadSet } from '../append/read-set';
import { WorkspaceGate, type MoveStage } from '../identity/workspace-gate';
import { readHead } from '../reading/head';
import type { EventRecord } from '../ledger/stored-rows';
import type { TransactionSql, WorkspaceDatabase } from '../database/database';
import { DatabaseFailedOver, hasFailedOver, recordFailover } from '../database/failover';
import { diskFullError, isSafeToRetry, overloadedError, toCrumbError } from './failures';
import { loadState, lockHead, type LogHead } from './load-state';
import { writeRows } from './write-rows';
import type { Lease } from './lease';

import type { WriterMetrics } from './writer-metrics';

const MAX_WAITING = 4_096;
const MAX_WAITING_WRITES = 50_000;
const MAX_GROUP_COMMANDS = 256;
const MAX_GROUP_WRITES = 2_000;

interface WaitingCommand {
  readonly command: Command;
  readonly weight: number;
  resolve(result: CommandResults[Command['kind']]): void;
  reject(error: unknown): void;
}

/** Somebody who waits until the writer knows where the log ends. */
interface HeadReader {
  resolve(): void;
  reject(error: unknown): void;
}

interface GroupResult {
  readonly outcomes: CommandOutcome[];
  readonly head: number;
  /** What was written, one for each position; null when nothing was written. */
  readonly events: readonly EventRecord[] | null;
  /** Why this process may not write any more. */
  readonly failure?: Error;
}

const countWrites = (command: Command): number => (command.kind === 'commit' ? command.writes.length : 1);

/** Why there is no room for a command; null where there is. Claims and erasures take hardly any. */
export type Gate = (takesRoom: boolean) => CrumbError | null;

/** Told of the head and of the events of a commit that moved it, in order. It must not throw. */
export type CommitListener = (head: number, events: readonly EventRecord[]) => void;

/** Told that the log was continued after a position that this process has not written. It must not throw. */
export type SkipListener = (from: number, through: number) => void;

/** A claim changes one row, and an erasure empties some. */
const takesRoom = (command: Command): boolean =>
  command.kind === 'commit' ? command.writes.some(({ op }) => op !== 'erase') : command.kind !== 'claim';

/**
 * The one way to write the log. Commands that arrive while a transaction commits form the next group; a group is decided in
 * memory and written at once. A command's promise resolves once it is committed.
 */
export class Writer {
  /** What this writer has written, by schema. */
  readonly recentChanges = new RecentChanges();
  private readonly waiting: WaitingCommand[] = [];
  private readonly listeners = new Set<CommitListener>();
  private readonly skipListeners = new Set<SkipListener>();
  private readonly sessions = new RecentSessions();
  private readonly schemas = new CompiledSchemaCache();
  private readonly gates: Gate[] = [];
  private weight = 0;
  private head = 0;
  private running: Promise<void> | null = null;
  /** Those who wait until it knows where the log ends. */
  private catchingUp: HeadReader[] = [];
  private closed = false;

  constructor(
    private readonly database: WorkspaceDatabase,
    private readonly lease: Pick<Lease, 'fence' | 'lose'>,
    private readonly metrics?: WriterMetrics,
    private readonly gate = new WorkspaceGate(),
  ) {}

  /** The last position that this writer has committed; 0 before its first commit. */
  get position(): number {
    return this.head;
  }

  /** Calls the listener after each commit that moved the head; returns how to unsubscribe. */
  onCommit(listener: CommitListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** How far a move of the workspace to another cell is; null: it is not being moved. */
  moveStage(workspace: string): MoveStage | null {
    return this.gate.stage(workspace);
  }

  /** The workspaces whose commands are refused, because they are on their way to another cell. */
  get closedWorkspaces(): readonly string[] {
    return this.gate.closed;
  }

  /** Calls the listener whenever positions were skipped that this writer has not assigned, before the next commit is told. */
  onSkip(listener: SkipListener): void {
    this.skipListeners.add(listener);
  }

  /** Reads where the log ends, between two commits. */
  catchUp(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.catchingUp.push({ resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Refuses commands for as long as the gate says that a disk is full. */
  refuseWhile(gate: Gate): void {
    this.gates.push(gate);
  }

  /** Why commands that take room are refused now; null: they are not. */
  whyRefused(takesRoom = true): CrumbError | null {
    for (const gate of this.gates) {
      const why = gate(takesRoom);
      if (why) return why;
    }
    return null;
  }

  /** Resolves when the command is committed; rejects with a CrumbError when it was refused and changed nothing. */
  submit<One extends Command>(command: One): Promise<CommandResults[One['kind']]> {
    const weight = countWrites(command);
    const isFull = this.waiting.length >= MAX_WAITING || this.weight + weight > MAX_WAITING_WRITES;
    if (this.closed || isFull) return Promise.reject(overloadedError());
    const refusal = this.whyRefused(takesRoom(command));
    if (refusal) return Promise.reject(diskFullError(refusal.message, refusal));
    const moving = this.gate.whyClosed(listWorkspaces([command]));
    if (moving) return Promise.reject(moving);
    this.weight += weight;
    return new Promise<CommandResults[One['kind']]>((resolve, reject) => {
      this.waiting.push({ command, weight, resolve: resolve as WaitingCommand['resolve'], reject });
      this.running ??= this.run();
    });
  }

  /** Writes what waits, and refuses everything that comes later. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    // Commands that arrived together should share the first commit too.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0 || this.catchingUp.length > 0) {
      if (this.catchingUp.length > 0) await this.readHead();
      if (this.waiting.length > 0) await this.write(this.nextGroup());
    }
    this.running = null;
  }

  private async readHead(): Promise<void> {
    const waiting = this.catchingUp;
    this.catchingUp = [];
    try {
      const head = await readHead(this.database.within([]));
      this.skipTo(head);
      this.head = Math.max(this.head, head);
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** A workspace that arrived from another cell has raised the head. */
  private skipTo(position: number): void {
    if (position <= this.head) return;
    this.recentChanges.restart(position);
    for (const listener of this.skipListeners) listener(this.head, position);
  }

  private nextGroup(): WaitingCommand[] {
    let writes = 0;
    let count = 0;
    for (const { weight } of this.waiting) {
      if (count > 0 && (count >= MAX_GROUP_COMMANDS || writes + weight > MAX_GROUP_WRITES)) break;
      writes += weight;
      count += 1;
    }
    this.weight -= writes;
    return this.waiting.splice(0, count);
  }

  /** Retries a group that the database refuses one by one, so that only the faulty command fails. */
  private async write(group: readonly WaitingCommand[]): Promise<void> {
    try {
      await this.commit(group);
    } catch (error) {
      if (group.length > 1 && isSafeToRetry(error)) for (const one of group) await this.write([one]);
      else for (const one of group) one.reject(toCrumbError(error));
    }
  }

  private async commit(group: readonly WaitingCommand[]): Promise<void> {
    const commands = group.map(({ command }) => command);
    const written = await this.database
      .within(listWorkspaces(commands))
      .transaction((sql) => this.decide(sql, commands));
    const { outcomes, events, failure } = written;
    crashPoint('store.after-commit');
    if (failure) this.lease.lose(failure);
    if (events) this.metrics?.committed({ requests: group.length, positions: events.length });
    group.forEach((one, at) => reply(one, outcomes[at] as CommandOutcome));
    this.moveHead(written);
  }

  private moveHead({ head, events: written }: GroupResult): void {
    if (head <= this.head) return;
    const events = written ?? [];
    if (this.head > 0) this.skipTo(head - events.length);
    this.head = head;
    this.recentChanges.add(head, events);
    this.sessions.add(events);
    for (const listener of this.listeners) listener(head, events);
  }

  private async decide(sql: TransactionSql, commands: readonly Command[]): Promise<GroupResult> {
    const lock = lockHead(sql, this.lease.fence);
    const state = await loadState(sql, new ReadSet(commands), { lock, sessionOf: this.sessions.of });
    const locked = await lock;
    if (hasFailedOver(locked, this.head)) return this.failOver(sql, locked, commands);
    const ledger = new Ledger(state, this.schemas);
    const outcomes = append(commands, ledger);
    if (!ledger.isClean) await writeRows(sql, ledger);
    crashPoint('store.before-commit');
    return { outcomes, head: ledger.position, events: ledger.isClean ? null : ledger.events };
  }

  /**
   * Records the failover before anything is appended on the new server, and ends this process, whose caches may hold what was lost.
   * The commands are refused, to be sent again.
   */
  private async failOver(sql: TransactionSql, locked: LogHead, commands: readonly Command[]): Promise<GroupResult> {
    await recordFailover(sql, locked, this.head);
    const refusal = refuse('unavailable', 'The database failed over to another server; try again.');
    return {
      outcomes: commands.map(() => ({ refusal })),
      head: 0,
      events: null,
      failure: new DatabaseFailedOver(locked, this.head),
    };
  }
}

function reply(one: WaitingCommand, outcome: CommandOutcome): void {
  if ('refusal' in outcome) one.reject(outcome.refusal);
  else one.resolve(outcome.result);
}
