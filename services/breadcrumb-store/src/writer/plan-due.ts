import { asPayload, Schedule } from '@crumbtrail/contracts';
import type { DueCommand, DuePlan } from '../commands/commands';
import { keyOf, type DueKind } from '../ledger/stored-rows';
import type { Sql } from '../database/database';
import { traceFiring } from '../schedule/trace-firing';
import { planTicks, type TickPlan } from '../schedule/plan-ticks';
import { SELECT_DUE_VERSIONS } from './due-statements';

/** An entry of the table `due` whose time has come by the database's clock. */
export interface DueEntry {
  readonly kind: DueKind;
  readonly workspace: string;
  readonly key: string;
}

interface DueRow {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly context: Record<string, unknown>;
  readonly due_at: Date;
  readonly traceparent: string | null;
  readonly updated_at: Date;
  readonly now: Date;
}

const isAnnounced = ({ kind }: DueEntry): boolean => kind === 'timer' || kind === 'schedule';

/** When an unreadable schedule is tried again, milliseconds: a newer version of the store may be able to read it. */
const LATER_MS = 3_600_000;

type Unreadable = (row: { readonly id: string; readonly workspace: string }, error: unknown) => void;

function planSchedule(row: DueRow, at: string, unreadable: Unreadable): TickPlan {
  try {
    return planTicks(asPayload(Schedule.name, row.context), at, row.now.toISOString());
  } catch (error) {
    unreadable(row, error);
    return { ticks: [], next: new Date(row.now.getTime() + LATER_MS).toISOString() };
  }
}

function planEntry(kind: DueKind, row: DueRow, unreadable: Unreadable): DuePlan {
  const { id, version, now, updated_at: setAt } = row;
  const due_at = row.due_at.toISOString();
  const plan: Partial<TickPlan> = kind === 'timer' ? { next: null } : planSchedule(row, due_at, unreadable);
  const isQuiet = plan.ticks?.length === 0;
  const traceparent = isQuiet ? null : traceFiring({ kind, id, traceparent: row.traceparent, setAt, now });
  return { version, due_at, ...plan, ...(traceparent === null ? {} : { traceparent }) };
}

/** Parsing cron is slow: other work may run between one schedule and the next. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * The due entries as commands. What timers and schedules create is computed here, so that the writer, which everybody waits
 * for, only has to check that the plan is still current. A schedule that cannot be read does not delay the others.
 */
export async function planDue(sql: Sql, due: readonly DueEntry[], unreadable: Unreadable): Promise<DueCommand[]> {
  const announced = due.filter(isAnnounced);
  const columns = [
    announced.map(({ kind }) => kind),
    announced.map((one) => one.workspace),
    announced.map(({ key }) => key),
  ];
  const rows = announced.length === 0 ? [] : await sql.query<DueRow>(SELECT_DUE_VERSIONS, columns);
  const standing = new Map(rows.map((row) => [keyOf(row.workspace, row.id), row]));
  const commands: DueCommand[] = [];
  for (const one of due) {
    const { kind: what, workspace, key } = one;
    const row = isAnnounced(one) ? standing.get(keyOf(workspace, key)) : undefined;
    commands.push({ kind: 'due', what, workspace, key, ...(row ? { seen: planEntry(what, row, unreadable) } : {}) });
    if (row) await yieldToEventLoop();
  }
  return commands;
}
