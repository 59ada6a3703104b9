import type { StatusReply } from '@crumbtrail/contracts';

type Durable = StatusReply['durables'][number];

/** The services that are needed to answer a message. */
export const NEEDED = ['conductor', 'context-builder', 'agent-executor'] as const;

/** When each durable consumer was last seen waiting for a message, in milliseconds since the epoch, by name. */
export type LastSeen = ReadonlyMap<string, number>;

/** A busy service does not pull messages. One that has work and waited at most this long ago counts as running. */
const BUSY_WITHIN_MS = 40_000;

const belongsTo = (durable: Durable, service: string): boolean =>
  durable.name === service || durable.name.startsWith(`${service}-`);

/** Adds the durable consumers that wait now to those seen before. */
export function recordWaiting(status: StatusReply, before: LastSeen, now: number): LastSeen {
  const waiting = status.durables
    .filter((durable) => durable.waiting > 0)
    .map(({ name }): [string, number] => [name, now]);
  return new Map([...before, ...waiting]);
}

function isRunning(durable: Durable, status: StatusReply, seen: number | undefined, now: number): boolean {
  if (durable.waiting > 0) return true;
  const hasWork = durable.pending > 0 || durable.floor < status.relayed;
  return hasWork && seen !== undefined && now - seen <= BUSY_WITHIN_MS;
}

/** The needed services that do not process messages now. */
export function missingServices(status: StatusReply, seen: LastSeen, now: number): string[] {
  const there = status.durables.filter((durable) => isRunning(durable, status, seen.get(durable.name), now));
  return NEEDED.filter((service) => !there.some((durable) => belongsTo(durable, service)));
}
