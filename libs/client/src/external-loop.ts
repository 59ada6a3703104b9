import type { Envelope } from '@crumbtrail/contracts';
import type { OpenedTurn } from '@crumbtrail/contracts/http/context-replies';
import type { ListedTurns } from '@crumbtrail/contracts/http/turns';
import type { TurnClaim } from '@crumbtrail/contracts/http/turn-fields';
import { call, type GatewayAddress, type RequestTo } from './call';

/** Which turn is opened: of this agent, on a new message or on an existing breadcrumb. */
export type OpenTurnOptions = {
  readonly agent: string;
  /** Milliseconds to wait for the context. Default: 15,000. */
  readonly wait_ms?: number;
  /** Milliseconds until the claim ends unless it is renewed. Default: 60,000. */
  readonly claim_ms?: number;
  /** Makes a retry safe: the message is appended once. */
  readonly idempotencyKey?: string;
} & (
  | { readonly content: string; readonly session?: string; readonly trigger_id?: never }
  | { readonly trigger_id: string; readonly content?: never; readonly session?: never }
);

/** How a turn ends. */
export type TurnAnswer = RequestTo<'POST /v1/turns/:id/response'>['body'];

/** A new claim, or the renewal of the claim that is given. */
export type ClaimTurnOptions = RequestTo<'POST /v1/turns/:id/claim'>['body'];

/** Turns for an agent loop that runs outside Crumbtrail. */
export class ExternalLoop {
  constructor(private readonly gateway: GatewayAddress) {}

  /**
   * Opens a turn and waits for its context. If the context is not ready in time, the result has only the turn: open it
   * again with `trigger_id: turn.cause.id`.
   */
  open({
    idempotencyKey,
    ...body
  }: OpenTurnOptions): Promise<OpenedTurn | { readonly turn: OpenedTurn['turn']; readonly claim?: never }> {
    return call(this.gateway, 'POST /v1/contexts', { body, idempotencyKey });
  }

  /** The turns of an agent that are open or queued, first trigger first; at most `limit` (default 50). */
  async unfinished(agent: string, { limit }: { readonly limit?: number } = {}): Promise<ListedTurns['turns']> {
    return (await call(this.gateway, 'GET /v1/turns', { query: { agent, state: 'unfinished', limit } })).turns;
  }

  /** Ends a turn. The same answer again changes nothing; a different one is rejected with 409. */
  async respond(turn: string, answer: TurnAnswer): Promise<Envelope> {
    const body = { ...answer, claim: { fence: answer.claim.fence } };
    return (await call(this.gateway, 'POST /v1/turns/:id/response', { params: { id: turn }, body })).response;
  }

  /** Claims a turn; with a claim, renews it. */
  async claim(turn: string, wanted: ClaimTurnOptions = {}): Promise<TurnClaim> {
    return (await call(this.gateway, 'POST /v1/turns/:id/claim', { params: { id: turn }, body: wanted })).claim;
  }
}
