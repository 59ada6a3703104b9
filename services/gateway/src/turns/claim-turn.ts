import { turnClaimKey, Claim, refuse } from '@crumbtrail/contracts';
import type { TurnClaim } from '@crumbtrail/contracts/http/turn-fields';
import type { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';

/** A request for a claim: a new one, or with a fence, the renewal of that claim. */
export interface ClaimOptions {
  readonly ttl_ms: number;
  readonly fence?: number | undefined;
}

/** Claims a turn, or renews a claim; rejects while another caller holds the claim. */
export async function claimTurn(
  requests: ServiceRequests,
  caller: Caller,
  turn: string,
  { ttl_ms, fence }: ClaimOptions,
): Promise<TurnClaim> {
  const key = turnClaimKey(turn);
  const reply = await requests.request(Claim, caller, { key, ttl_ms, ...(fence === undefined ? {} : { fence }) });
  if (reply.granted) return { key, fence: reply.fence, until: reply.until };
  const { retry_in_ms } = reply;
  const message = `Another loop answers the turn ${turn}, until it renews no longer.`;
  throw refuse('stale_fence', message, { details: { turn, retry_in_ms } });
}
