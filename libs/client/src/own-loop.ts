import type { AgentContextV1, Envelope, Ref, TurnView } from '@crumbtrail/contracts';
import { type GatewayAddress, sendJson } from './http';

/** What a loop asks for: a turn of its agent, on what is said now or on a crumb that is there. */
export type OpenTurnOptions = {
  readonly agent: string;
  readonly wait_ms?: number;
  readonly claim_ms?: number;
  /** Send again safely: what is said is left once. */
  readonly idempotencyKey?: string;
} & (
  | { readonly content: string; readonly session?: string; readonly trigger_id?: never }
  | { readonly trigger_id: string; readonly content?: never; readonly session?: never }
);

/** The right to answer a turn, until then. */
export interface TurnClaim {
  readonly key: string;
  readonly fence: number;
  readonly until: string;
}

/** A turn with its context, ready to be answered. */
export interface OpenedTurn {
  readonly turn: TurnView;
  readonly context: Ref;
  readonly trail_id: string;
  readonly formatted_context: string;
  /** What an agent of the pool would send to its model. */
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly tokens: AgentContextV1['tokens'];
  readonly budget: AgentContextV1['budget'];
  readonly claim: TurnClaim;
}

/** How a turn ends. */
export interface TurnAnswer {
  readonly claim: { readonly fence: number };
  readonly action: 'speak' | 'wait' | 'error';
  readonly content?: string;
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly counted_prompt_tokens?: number;
    readonly cost_usd?: number;
  };
  readonly finish_reason?: string;
  readonly model?: string;
  readonly latency_ms?: number;
  readonly attempts?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Turns for an agent loop of one's own. */
export class ExternalLoop {
  constructor(private readonly door: GatewayAddress) {}

  /** Opens a turn and waits for its context; where that is not there in time, only the turn: ask again with `trigger_id: turn.cause.id`. */
  async open({
    idempotencyKey,
    ...wish
  }: OpenTurnOptions): Promise<OpenedTurn | { readonly turn: TurnView; readonly claim?: never }> {
    const headers = { 'Idempotency-Key': idempotencyKey };
    return (await sendJson<OpenedTurn>(this.door, 'POST', 'v1/contexts', { body: wish, headers })).body;
  }

  /** Ends a turn. Said again, it changes nothing; anything else said after is refused with 409. */
  async respond(turn: string, answer: TurnAnswer): Promise<Envelope> {
    const body = { ...answer, claim: { fence: answer.claim.fence } };
    return (await sendJson<{ response: Envelope }>(this.door, 'POST', `${at(turn)}/response`, { body })).body.response;
  }

  /** Claims a turn; with the fence that is held, renews the claim. */
  async claim(turn: string, claim: { readonly fence?: number; readonly ttl_ms?: number } = {}): Promise<TurnClaim> {
    return (await sendJson<{ claim: TurnClaim }>(this.door, 'POST', `${at(turn)}/claim`, { body: claim })).body.claim;
  }
}

const at = (turn: string): string => `v1/turns/${encodeURIComponent(turn)}`;
