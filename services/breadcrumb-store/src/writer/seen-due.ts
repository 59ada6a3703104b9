import type { ScheduleV1 } from '@crumbtrail/contracts';
import type { DueJob, SeenDue } from '../append/jobs';
import { keyOf, type DueKind } from '../append/records';
import type { Sql, Statement } from '../database/database';
import { firing } from '../schedule/firing';
import { planTicks, type TickPlan } from '../schedule/plan-ticks';

/** Something that is due by the database's clock. */
export interface Due {
  readonly kind: DueKind;
  readonly workspace: string;
  readonly key: string;
}

interface Row {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly context: Record<string, unknown>;
  readonly due_at: Date;
  readonly traceparent: string | null;
  readonly updated_at: Date;
  readonly now: Date;
}

/** Timers and schedules that are due, as they stand. */
const STANDING: Statement = {
  name: 'what-is-due-stands',
  text: `select c.workspace, c.id, c.version, v.context, d.due_at, c.traceparent, v.updated_at,
    date_trunc('milliseconds', clock_timestamp()) as now
    from unnest($1::text[], $2::text[], $3::text[]) w (kind, workspace, key)
    join due d using (kind, workspace, key)
    join crumb c on c.workspace = d.workspace and c.id = d.key::uuid
    join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version`,
};

const isAnnounced = ({ kind }: Due): boolean => kind === 'timer' || kind === 'schedule';

/** When what cannot be read is looked at again: another version of the rules may have learnt to. */
const LATER_MS = 3_600_000;

type Unreadable = (row: { readonly id: string; readonly workspace: string }, error: unknown) => void;

function planOf(row: Row, at: string, unreadable: Unreadable): TickPlan {
  try {
    return planTicks(row.context as unknown as ScheduleV1, at, row.now.toISOString());
  } catch (error) {
    unreadable(row, error);
    return { ticks: [], next: new Date(row.now.getTime() + LATER_MS).toISOString() };
  }
}

function seenOf(kind: DueKind, row: Row, unreadable: Unreadable): SeenDue {
  const { id, version, now, updated_at: setAt } = row;
  const due_at = row.due_at.toISOString();
  const plan: Partial<TickPlan> = kind === 'timer' ? { next: null } : planOf(row, due_at, unreadable);
  const isQuiet = plan.ticks?.length === 0;
  const traceparent = isQuiet ? null : firing({ kind, id, traceparent: row.traceparent, setAt, now });
  return { version, due_at, ...plan, ...(traceparent === null ? {} : { traceparent }) };
}

/** Reading cron takes its time: others may go between one schedule and the next. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * What is due, as jobs. What timers and schedules come to is worked out here, so that the writer, for whom all others wait,
 * has only to see that they still stand. A schedule that cannot be read holds up nothing else.
 */
export async function seenDue(sql: Sql, due: readonly Due[], unreadable: Unreadable): Promise<DueJob[]> {
  const announced = due.filter(isAnnounced);
  const columns = [
    announced.map(({ kind }) => kind),
    announced.map((one) => one.workspace),
    announced.map(({ key }) => key),
  ];
  const rows = announced.length === 0 ? [] : await sql.query<Row>(STANDING, columns);
  const standing = new Map(rows.map((row) => [keyOf(row.workspace, row.id), row]));
  const jobs: DueJob[] = [];
  for (const one of due) {
    const { kind: what, workspace, key } = one;
    const row = isAnnounced(one) ? standing.get(keyOf(workspace, key)) : undefined;
    jobs.push({ kind: 'due', what, workspace, key, ...(row ? { seen: seenOf(what, row, unreadable) } : {}) });
    if (row) await breathe();
  }
  return jobs;
}
