import { Injectable } from '@nestjs/common';
import {
  AgentDef,
  type AgentContextV1,
  type AgentDefV1,
  type AgentResponseV1,
  contextId,
  type Envelope,
  type Identity,
  OpenTurn,
  Read,
  type Ref,
  refuse,
  responseId,
  singletonId,
  type TurnView,
} from '@crumbtrail/contracts';
import { promptOf, type PromptMessage } from '@crumbtrail/prompting';
import type { Response } from 'express';
import { Asks } from './adapters/asks.nats';
import { type Caller, callerOf } from './caller';
import { claimTurn, type Held } from './claiming';
import { Bell } from './live/bell';
import { Closing } from './live/closing';
import { goneOf } from './live/gone-of';
import { lookUntil } from './live/look-until';
import { Reading } from './reading';
import { Saying } from './saying';

/** What a loop asks for: a turn of this agent, on what is said now or on a crumb that is there. */
export interface Wish {
  readonly agent: string;
  readonly session?: string | undefined;
  readonly content?: string | undefined;
  readonly trigger_id?: string | undefined;
  readonly wait_ms: number;
  readonly claim_ms: number;
}

/** A turn with its context, ready to be answered. */
export interface Opened {
  readonly turn: TurnView;
  readonly context: Ref;
  readonly trail_id: string;
  readonly formatted_context: string;
  /** What an agent of the pool would send to its model. */
  readonly messages: readonly PromptMessage[];
  readonly tokens: AgentContextV1['tokens'];
  readonly budget: AgentContextV1['budget'];
  readonly claim: Held;
}

interface Awaited {
  readonly turn: TurnView;
  readonly workspace: string;
  readonly gone: AbortSignal;
}

interface Built {
  readonly crumb: Envelope<AgentContextV1>;
  readonly text: string;
}

const isThere = (crumb: unknown): crumb is Envelope =>
  typeof crumb === 'object' && crumb !== null && !('erased' in crumb);

function alreadyClosed({ id, agent, response_id }: TurnView, response: Envelope | undefined): Error {
  const { error } = (response?.context ?? {}) as Partial<AgentResponseV1>;
  const why = error ? `it ended with ${error.code}: ${error.message}` : 'it has been answered';
  const details = { turn: id, ...(response_id ? { response_id } : {}), ...(error ? { error } : {}) };
  return refuse('turn_closed', `The turn ${id} of ${agent} is closed; ${why}`, { details });
}

/** What is said is a user's message, and no agent writes those. */
function requireWords({ participant }: Identity, { content }: Wish): void {
  if (content === undefined || participant.kind !== 'agent') return;
  const remedy = 'leave it with the key of whoever says it, and name it with trigger_id';
  throw refuse('wrong_writer', `An agent does not speak as a user: ${remedy}.`);
}

/** Turns for agents that somebody runs in a loop of their own: opened, claimed, and their contexts waited for. */
@Injectable()
export class OwnLoop {
  constructor(
    private readonly asks: Asks,
    private readonly reading: Reading,
    private readonly saying: Saying,
    private readonly closing: Closing,
  ) {}

  /** Opens the turn and waits for its context; only the turn when it is not there in time. */
  async open(response: Response, wish: Wish, idempotencyKey: string | undefined): Promise<Opened | { turn: TurnView }> {
    const caller = callerOf(response.req);
    const identity = await this.asks.identify(caller);
    await this.requireOwnAgent(caller, identity, wish.agent);
    requireWords(identity, wish);
    const cause = await this.cause(caller, wish, idempotencyKey);
    const { turn } = await this.asks.ask(OpenTurn, caller, { agent: wish.agent, cause });
    const gone = AbortSignal.any([goneOf(response), this.closing.signal]);
    const built = await this.awaitContext(caller, { turn, workspace: identity.workspace, gone }, wish.wait_ms);
    return built ? this.handOver(caller, { turn, built, claim_ms: wish.claim_ms }) : { turn };
  }

  private async awaitContext(caller: Caller, awaited: Awaited, waitMs: number): Promise<Built | null> {
    const { turn, workspace, gone } = awaited;
    const ids = { context: contextId(workspace, turn.id), response: responseId(workspace, turn.id) };
    const bell = new Bell();
    const stop = this.asks.wakeUps(workspace, ({ id }) => (id === ids.context || id === ids.response) && bell.ring());
    try {
      return await lookUntil(() => this.built(caller, turn, ids), { bell, gone, now: Date.now }, waitMs);
    } finally {
      stop();
    }
  }

  /** The agent's definition. The store decides on who may run it; a message that would be left for nothing is not. */
  private async requireOwnAgent(caller: Caller, identity: Identity, agent: string): Promise<void> {
    const { workspace, role, participant } = identity;
    if (role !== 'operator' && (participant.kind !== 'agent' || participant.id !== agent)) {
      throw refuse('forbidden', `Turns of ${agent} are opened with a key of agent:${agent}, or with an operator's.`);
    }
    const [crumb] = await this.reading.those(caller, [{ id: singletonId(workspace, 'agent', agent) }]);
    if (crumb?.schema_name !== AgentDef.name)
      throw refuse('not_found', `There is no agent ${agent}; leave an agent.def.v1.`);
    if ((crumb.context as unknown as AgentDefV1).runner === 'service') return;
    const remedy = 'set `runner: "service"` in its agent.def.v1 to run it with a loop of your own';
    throw refuse('wrong_runner', `${agent} is run by the pool of executors; ${remedy}.`);
  }

  private async cause(
    caller: Caller,
    { content, trigger_id, session }: Wish,
    idempotencyKey: string | undefined,
  ): Promise<Ref> {
    const { id, version } =
      trigger_id === undefined
        ? await this.saying.leave(caller, { session, body: { content: content as string }, idempotencyKey })
        : await this.reading.one(caller, trigger_id);
    return { id, version };
  }

  /** The turn's context, while it is open and there; null: not yet. */
  private async built(
    caller: Caller,
    turn: TurnView,
    ids: { context: string; response: string },
  ): Promise<Built | null> {
    const refs = [{ id: ids.context }, { id: ids.response }];
    const { crumbs, blobs } = await this.asks.ask(Read, caller, { refs, blobs: true });
    const [crumb, response] = crumbs;
    if (response) throw alreadyClosed({ ...turn, response_id: ids.response }, isThere(response) ? response : undefined);
    if (!isThere(crumb)) return null;
    const text = blobs?.[ids.context];
    if (text !== undefined) return { crumb: crumb as Envelope as Built['crumb'], text };
    throw refuse('erased', `A crumb that the context ${crumb.id} quotes was erased, and its text with it.`);
  }

  private async handOver(
    caller: Caller,
    { turn, built: { crumb, text }, claim_ms }: { turn: TurnView; built: Built; claim_ms: number },
  ): Promise<Opened> {
    const { tokens, budget, definition, format } = crumb.context;
    const { context } = await this.reading.one(caller, definition.id, { version: definition.version });
    const claim = await claimTurn(this.asks, caller, turn.id, { ttl_ms: claim_ms });
    return {
      turn: { ...turn, state: 'open' },
      context: { id: crumb.id, version: crumb.version },
      trail_id: crumb.trail_id,
      formatted_context: text,
      messages: promptOf(context as unknown as AgentDefV1, text, format),
      ...{ tokens, budget, claim },
    };
  }
}
