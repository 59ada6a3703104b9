import { defineOperation } from './define-operation';
import type { Ref } from '../record';

export interface TurnRequest {
  readonly agent: string;
  readonly definition: Ref;
  readonly generation: number;
  /** A loop guard fired: the turn is opened and closed at once with this error, visible to everybody. */
  readonly refused?: { readonly code: 'hop_limit'; readonly message: string };
}

/** The conductor's whole decision about one version of one crumb; an empty one is a decision too. */
export interface RequestTurnsRequest {
  readonly cause: Ref;
  readonly turns: readonly TurnRequest[];
}

export type TurnState = 'queued' | 'open' | 'closed';

export interface TurnView {
  readonly id: string;
  readonly agent: string;
  readonly state: TurnState;
  readonly cause: Ref;
  readonly response_id?: string;
}

export const RequestTurns = defineOperation<RequestTurnsRequest, { readonly turns: readonly TurnView[] }>(
  'store',
  'request-turns',
);

/** What became of a crumb: has the conductor decided on it, and how do the turns it woke stand? */
export const Turns = defineOperation<
  { readonly cause: string },
  { readonly decided: boolean; readonly turns: readonly TurnView[] }
>('store', 'turns');

export interface ClaimRequest {
  readonly key: string;
  readonly ttl_ms: number;
  /** Given: renew this one. */
  readonly fence?: number;
}

export type ClaimReply =
  | { readonly granted: true; readonly fence: number; readonly until: string }
  | { readonly granted: false; readonly retry_in_ms: number };

export const Claim = defineOperation<ClaimRequest, ClaimReply>('store', 'claim');

/**
 * Opens the turn of one agent on one crumb, for a loop of somebody's own: the agent's definition must say `runner: service`.
 * The turn is the one that a subscription would have opened; asking twice gives the same.
 */
export const OpenTurn = defineOperation<{ readonly agent: string; readonly cause: Ref }, { readonly turn: TurnView }>(
  'store',
  'open-turn',
);

export interface StopTurnRequest {
  readonly turn: string;
  /** What had been said by then, as people saw it. */
  readonly content?: string;
}

/** A person stops a turn: it ends at once in a response with action `stopped`. A turn that is closed already stays as it is. */
export const StopTurn = defineOperation<StopTurnRequest, { readonly turn: TurnView }>('store', 'stop-turn');

/** What the turns of a trail that are over have cost, and what one agent has said on it. */
export interface SpentReply {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cost_usd: number;
  /** Hashes (sha-256, hex) of what the agent answered on this trail, newest first, 32 at most. */
  readonly said: readonly string[];
}

export const Spent = defineOperation<{ readonly trail: string; readonly agent: string }, SpentReply>('store', 'spent');
