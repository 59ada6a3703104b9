import { Claim, refuse } from '@crumbtrail/contracts';
import type { Asks } from './adapters/asks.nats';
import type { Caller } from './caller';

/** The right to answer a turn, until then. */
export interface Held {
  readonly key: string;
  readonly fence: number;
  readonly until: string;
}

/** Which claim is wanted: a new one, or with the fence that is held, that one for longer. */
export interface Wanted {
  readonly ttl_ms: number;
  readonly fence?: number | undefined;
}

/** Claims a turn, or renews a claim; refused while somebody else holds it. */
export async function claimTurn(asks: Asks, caller: Caller, turn: string, { ttl_ms, fence }: Wanted): Promise<Held> {
  const key = `turn:${turn}`;
  const reply = await asks.ask(Claim, caller, { key, ttl_ms, ...(fence === undefined ? {} : { fence }) });
  if (reply.granted) return { key, fence: reply.fence, until: reply.until };
  const { retry_in_ms } = reply;
  const message = `Another loop answers the turn ${turn}, until it renews no longer.`;
  throw refuse('stale_fence', message, { details: { turn, retry_in_ms } });
}
