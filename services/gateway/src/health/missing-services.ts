import type { StatusReply } from '@crumbtrail/contracts';

type Durable = StatusReply['durables'][number];

/** Services without which a message is never answered. */
export const NEEDED = ['conductor', 'context-builder', 'agent-executor'] as const;

/** Since when a durable has waited for its next message, ms; by name. */
export type LastSeen = ReadonlyMap<string, number>;

/** A service at work pulls nothing. One that has work and was seen this long ago counts as busy, not as gone. */
const BUSY_WITHIN_MS = 40_000;

const belongsTo = (durable: Durable, service: string): boolean =>
  durable.name === service || durable.name.startsWith(`${service}-`);

/** Who waits for work now, added to who did before. */
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

/** Which of the needed services hear nothing now. */
export function missingServices(status: StatusReply, seen: LastSeen, now: number): string[] {
  const there = status.durables.filter((durable) => isRunning(durable, status, seen.get(durable.name), now));
  return NEEDED.filter((service) => !there.some((durable) => belongsTo(durable, service)));
}
