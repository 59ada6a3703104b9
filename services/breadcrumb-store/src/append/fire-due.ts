import {
  contentHash,
  derivedId,
  Schedule,
  ScheduleTick,
  Timer,
  TimerFired,
  type ScheduleTickV1,
  type ScheduleV1,
  type TimerFiredV1,
  type TimerV1,
  asPayload,
} from '@crumbtrail/contracts';
import { firstDue, type PlannedTick } from '../schedule/plan-ticks';
import { insertCrumb, type Cause } from '../ledger/insert-crumb';
import type { DueCommand } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { keyOf, versionKey, type CrumbRecord, type DueKind } from '../ledger/stored-rows';
import { EMPTY_FIELDS, STORE_SERVICE } from '../turns/turn-crumbs';

type Payload = Record<string, unknown>;

/** Kinds of due entries, by the schema of the crumb that sets the time. */
const DUE_KINDS: ReadonlyMap<string, DueKind> = new Map<string, DueKind>([
  [Timer.name, 'timer'],
  [Schedule.name, 'schedule'],
]);

/** The fields that decide when a timer or schedule fires; while these stay the same, so does the plan. */
function timesKey(schemaName: string, context: Payload): string {
  const { fires_at, cron, time_zone, enabled } = context;
  return JSON.stringify(schemaName === Timer.name ? [fires_at] : [cron, time_zone ?? 'UTC', enabled !== false]);
}

function firstDueAt(schemaName: string, context: Payload, now: string): string | null {
  if (schemaName === Timer.name) return new Date(asPayload(Timer.name, context).fires_at).toISOString();
  return firstDue(asPayload(Schedule.name, context), now);
}

/** Plans the due time of a timer or schedule that is new or has a new time. Does nothing for any other crumb. */
export function scheduleDue(ledger: Ledger, crumb: CrumbRecord, context: Payload, before?: Payload): void {
  const { workspace, id: key, schema_name } = crumb;
  const kind = DUE_KINDS.get(schema_name);
  if (kind === undefined) return;
  if (before && timesKey(schema_name, before) === timesKey(schema_name, context)) return;
  ledger.setDue(kind, { workspace, key }, firstDueAt(schema_name, context, ledger.now));
}

/** A timer or schedule that was erased is never due. */
export function cancelDue(ledger: Ledger, { workspace, id: key, schema_name }: CrumbRecord): void {
  const kind = DUE_KINDS.get(schema_name);
  if (kind !== undefined) ledger.setDue(kind, { workspace, key }, null);
}

/** The ids of the crumbs that firing it would create. */
export function firedIds({ workspace, key, seen }: DueCommand): string[] {
  if (!seen) return [];
  const { version, ticks } = seen;
  if (ticks === undefined)
    return [derivedId(workspace, 'fired', { context: { timer: { id: key, version } } }) as string];
  return ticks.map(
    ({ due_at }) => derivedId(workspace, 'tick', { context: { schedule: { id: key }, due_at } }) as string,
  );
}

interface FiredCrumb {
  readonly id: string;
  readonly schema_name: string;
  readonly context: Payload;
  readonly cause: Cause;
}

/** Inserts the crumb of a fired timer or schedule once, with the same session and audience. */
function insertOnce(ledger: Ledger, of: CrumbRecord, told: FiredCrumb): void {
  if (ledger.crumbs.get(keyOf(of.workspace, told.id))) return;
  const { workspace, session, audience, traceparent } = of;
  const hash = contentHash(told.context);
  insertCrumb(ledger, {
    ...EMPTY_FIELDS,
    ...told,
    workspace,
    session,
    audience,
    traceparent,
    content_hash: hash,
    author: STORE_SERVICE,
    recipient: null,
  });
}

/** Fields that a fired crumb copies from its timer or schedule. */
const copiedFields = ({ agent, note }: Pick<TimerV1, 'agent' | 'note'>): Pick<TimerFiredV1, 'agent' | 'note'> => ({
  ...(agent === undefined ? {} : { agent }),
  ...(note === undefined ? {} : { note }),
});

function insertTimerFired(ledger: Ledger, timer: CrumbRecord, content: TimerV1, due_at: string): void {
  const { id, version, trail_id, hop } = timer;
  const context: TimerFiredV1 = { timer: { id, version }, due_at, ...copiedFields(content) };
  const fired = derivedId(timer.workspace, 'fired', { context }) as string;
  insertOnce(ledger, timer, {
    id: fired,
    schema_name: TimerFired.name,
    context,
    cause: { id, version, trail_id, hop },
  });
}

/** Each tick starts its own trail: on one trail a schedule would run into the limits of trails. */
function insertTick(ledger: Ledger, schedule: CrumbRecord, content: ScheduleV1, { due_at, missed }: PlannedTick): void {
  const { id, version, workspace } = schedule;
  const context: ScheduleTickV1 = {
    schedule: { id, version },
    name: content.name,
    due_at,
    ...(missed > 0 ? { missed } : {}),
    ...copiedFields(content),
  };
  const tick = derivedId(workspace, 'tick', { context }) as string;
  const cause = { id, version, trail_id: tick, hop: -1 };
  insertOnce(ledger, schedule, { id: tick, schema_name: ScheduleTick.name, context, cause });
}

/** The timer or schedule that is due; null if it was erased or has expired, in which case it is never due again. */
function findDueCrumb({ what, workspace, key }: DueCommand, ledger: Ledger): CrumbRecord | null {
  const crumb = ledger.crumbs.get(keyOf(workspace, key));
  const isGone = !crumb || crumb.erased_at !== null || crumb.expired_at !== null;
  const isOver = isGone || (crumb.expires_at !== null && crumb.expires_at <= ledger.now);
  if (isOver) ledger.setDue(what, { workspace, key }, null);
  return isOver ? null : crumb;
}

/** Is the plan still current: same due time, and same version of the timer or schedule? */
function isCurrent({ what, workspace, key, seen }: DueCommand, { version }: CrumbRecord, ledger: Ledger): boolean {
  const planned = ledger.dues.get(`${what}/${workspace}/${key}`)?.due_at ?? null;
  return seen?.version === version && seen.due_at === planned && planned <= ledger.now;
}

/** Fires a timer or schedule that is due, once. Skips one that was postponed, changed or fired meanwhile. */
export function fireDue(command: DueCommand, ledger: Ledger): boolean {
  const { what, workspace, key, seen } = command;
  const crumb = findDueCrumb(command, ledger);
  if (!crumb || !seen || !isCurrent(command, crumb, ledger)) return false;
  const of = { ...crumb, traceparent: seen.traceparent ?? crumb.traceparent };
  const content = ledger.versions.get(versionKey(workspace, key, crumb.version))?.context as unknown;
  if (what === 'timer') insertTimerFired(ledger, of, content as TimerV1, seen.due_at);
  for (const tick of seen.ticks ?? []) insertTick(ledger, of, content as ScheduleV1, tick);
  ledger.setDue(what, { workspace, key }, seen.next ?? null);
  return true;
}
