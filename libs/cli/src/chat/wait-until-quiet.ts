import { setTimeout as pause } from 'node:timers/promises';
import type { Crumbtrail } from '@crumbtrail/client';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** A reply may wake another agent for so long; a trail in which no turn is open for that time is quiet. */
const QUIET_MS = 1_500;
const LOOK_EVERY_MS = 250;

/** How long to wait, and what ends the wait before. */
interface QuietWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Milliseconds without an open turn. @default 1,500 */
  readonly quietMs?: number;
}

/** Waits until no turn of a trail is open, replies to replies included. Returns the ids of all its replies, oldest first; undefined when turns are open at the end of the wait. */
export async function waitUntilQuiet(
  client: Pick<Crumbtrail, 'trail'>,
  trail: string,
  { waitMs, signal, quietMs = QUIET_MS }: QuietWait,
): Promise<string[] | undefined> {
  const end = performance.now() + waitMs;
  let quietSince: number | undefined;
  for (;;) {
    const { nodes } = await client.trail(trail);
    const replies = nodes.filter(({ schema_name }) => schema_name === WIRE.agentResponse);
    const isOpen = nodes.filter(({ schema_name }) => schema_name === WIRE.agentTurn).length > replies.length;
    const now = performance.now();
    quietSince = isOpen ? undefined : (quietSince ?? now);
    if (quietSince !== undefined && now - quietSince >= quietMs)
      return replies.sort((a, b) => a.position - b.position).map(({ id }) => id);
    if (now >= end) return undefined;
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}
