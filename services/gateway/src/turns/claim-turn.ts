import { Claim, refuse } from '@crumbtrail/contracts';
import type { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';

/** The right to answer a turn, until then. */
export interface HeldClaim {
  readonly key: string;
  readonly fence: number;
  readonly until: string;
}

/** Which claim is wanted: a new one, or with the fence that is held, that one for longer. */
export interface ClaimOptions {
  readonly ttl_ms: number;
  readonly fence?: number | undefined;
}

/** Claims a turn, or renews a claim; refused while somebody else holds it. */
export async function claimTurn(
  asks: ServiceRequests,
  caller: Caller,
  turn: string,
  { ttl_ms, fence }: ClaimOptions,
): Promise<HeldClaim> {
  const key = `turn:${turn}`;
  const reply = await asks.request(Claim, caller, { key, ttl_ms, ...(fence === undefined ? {} : { fence }) });
  if (reply.granted) return { key, fence: reply.fence, until: reply.until };
  const { retry_in_ms } = reply;
  const message = `Another loop answers the turn ${turn}, until it renews no longer.`;
  throw refuse('stale_fence', message, { details: { turn, retry_in_ms } });
}
