import { WakeSignal } from '@crumbtrail/platform';
import { Injectable } from '@nestjs/common';
import {
  AgentDef,
  type AgentContextV1,
  type AgentDefV1,
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
  asPayload,
  AgentResponse,
} from '@crumbtrail/contracts';
import type { OpenedTurn } from '@crumbtrail/contracts/http/context-replies';
import type { OpenTurnBody } from '@crumbtrail/contracts/http/contexts';
import { answeringDefinition, buildPrompt, castRef } from '@crumbtrail/prompting';
import type { Response } from 'express';
import { ServiceRequests } from '../ports';
import { type Caller, readCaller } from '../http/caller';
import { claimTurn } from './claim-turn';
import { ShutdownSignal } from '../http/shutdown-signal';
import { disconnectSignal } from '../http/disconnect-signal';
import { pollUntil } from '../live/poll-until';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { WorkspacePlace } from '../cells/cell-directory';
import { MessageSender } from '../sessions/message-sender';

interface PendingTurn {
  readonly turn: TurnView;
  readonly place: WorkspacePlace;
  readonly gone: AbortSignal;
}

interface BuiltContext {
  readonly crumb: Envelope<AgentContextV1>;
  readonly text: string;
}

const isReadable = (crumb: unknown): crumb is Envelope =>
  typeof crumb === 'object' && crumb !== null && !('erased' in crumb);

function turnClosedError({ id, agent, response_id }: TurnView, response: Envelope | undefined): Error {
  const error = asPayload(AgentResponse.name, response?.context)?.error;
  const why = error ? `it ended with ${error.code}: ${error.message}` : 'it has been answered';
  const details = { turn: id, ...(response_id ? { response_id } : {}), ...(error ? { error } : {}) };
  return refuse('turn_closed', `The turn ${id} of ${agent} is closed; ${why}`, { details });
}

/** Throws if an agent's key sends content, because content becomes a user's message, which agents cannot write. */
function refuseAgentMessage({ participant }: Identity, { content }: OpenTurnBody): void {
  if (content === undefined || participant.kind !== 'agent') return;
  const remedy = 'post the message with the key of its author, and pass its id as trigger_id';
  throw refuse('wrong_writer', `An agent cannot write a message of a user: ${remedy}.`);
}

/** Opens turns for external agent loops, waits for their contexts and claims them. */
@Injectable()
export class ExternalTurns {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly saying: MessageSender,
    private readonly closing: ShutdownSignal,
  ) {}

  /** Opens a turn and waits for its context; returns only the turn if the context is not ready in time. */
  async open(
    response: Response,
    wish: OpenTurnBody,
    idempotencyKey: string | undefined,
  ): Promise<OpenedTurn | { turn: TurnView }> {
    const caller = readCaller(response.req);
    const identity = await this.requests.identify(caller);
    await this.requireOwnAgent(caller, identity, wish.agent);
    refuseAgentMessage(identity, wish);
    const cause = await this.cause(caller, wish, idempotencyKey);
    const { turn } = await this.requests.request(OpenTurn, caller, { agent: wish.agent, cause });
    const gone = AbortSignal.any([disconnectSignal(response), this.closing.signal]);
    const built = await this.awaitContext(caller, { turn, place: identity, gone }, wish.wait_ms);
    return built ? this.handOver(caller, { turn, built, claim_ms: wish.claim_ms }) : { turn };
  }

  private async awaitContext(caller: Caller, awaited: PendingTurn, waitMs: number): Promise<BuiltContext | null> {
    const { turn, place, gone } = awaited;
    const { workspace } = place;
    const ids = { context: contextId(workspace, turn.id), response: responseId(workspace, turn.id) };
    const wakeSignal = new WakeSignal();
    const stop = this.requests.onEvents(
      place,
      ({ id }) => (id === ids.context || id === ids.response) && wakeSignal.notify(),
    );
    try {
      return await pollUntil(() => this.built(caller, turn, ids), { wakeSignal, gone, now: Date.now }, waitMs);
    } finally {
      stop();
    }
  }

  /** Throws unless the caller may run the agent. The store checks it again; this avoids a message that no turn would answer. */
  private async requireOwnAgent(caller: Caller, identity: Identity, agent: string): Promise<void> {
    const { workspace, role, participant } = identity;
    if (role !== 'operator' && (participant.kind !== 'agent' || participant.id !== agent)) {
      throw refuse('forbidden', `Turns of ${agent} are opened with a key of agent:${agent}, or with an operator's.`);
    }
    const [crumb] = await this.reader.readAvailable(caller, [{ id: singletonId(workspace, 'agent', agent) }]);
    if (crumb?.schema_name !== AgentDef.name)
      throw refuse('not_found', `There is no agent ${agent}; create an agent.def.v1 for it.`);
    if (asPayload(AgentDef.name, crumb.context).runner === 'service') return;
    const remedy = 'set `runner: "service"` in its agent.def.v1 to run it with a loop of your own';
    throw refuse('wrong_runner', `${agent} is run by the pool of executors; ${remedy}.`);
  }

  private async cause(
    caller: Caller,
    { content, trigger_id, session }: OpenTurnBody,
    idempotencyKey: string | undefined,
  ): Promise<Ref> {
    const { id, version } =
      trigger_id === undefined
        ? await this.saying.publish(caller, { session, body: { content: content as string }, idempotencyKey })
        : await this.reader.read(caller, trigger_id);
    return { id, version };
  }

  /** The context of an open turn; null if it is not built yet. Throws if the turn is closed. */
  private async built(
    caller: Caller,
    turn: TurnView,
    ids: { context: string; response: string },
  ): Promise<BuiltContext | null> {
    const refs = [{ id: ids.context }, { id: ids.response }];
    const { crumbs } = await this.requests.request(Read, caller, { refs });
    const [crumb, response] = crumbs;
    if (response)
      throw turnClosedError({ ...turn, response_id: ids.response }, isReadable(response) ? response : undefined);
    if (!isReadable(crumb)) return null;
    const context = crumb as Envelope as BuiltContext['crumb'];
    const text = context.context.formatted_context;
    if (text !== undefined) return { crumb: context, text };
    throw refuse('erased', `A crumb that the context ${crumb.id} quotes was erased, and its text with it.`);
  }

  private async handOver(
    caller: Caller,
    { turn, built: { crumb, text }, claim_ms }: { turn: TurnView; built: BuiltContext; claim_ms: number },
  ): Promise<OpenedTurn> {
    const { tokens, budget, format } = crumb.context;
    const definition = await this.definition(caller, crumb.context);
    const claim = await claimTurn(this.requests, caller, turn.id, { ttl_ms: claim_ms });
    return {
      turn: { ...turn, state: 'open' },
      context: { id: crumb.id, version: crumb.version },
      trail_id: crumb.trail_id,
      formatted_context: text,
      // A prompt without tool calls has no other roles.
      messages: buildPrompt(definition, text, format) as OpenedTurn['messages'],
      tokens,
      budget,
      claim,
    };
  }

  /** The definition with which the agent answers in this context. */
  private async definition(caller: Caller, context: AgentContextV1): Promise<AgentDefV1> {
    const { definition: ref, trigger: asked } = context;
    const crumb = await this.reader.read(caller, ref.id, { version: ref.version });
    const cast = castRef(context);
    const refs = [asked, ...(cast ? [cast] : [])].map(({ id, version }): Ref => ({ id, version }));
    const around = await this.reader.readAvailable(caller, refs);
    const find = ({ id }: Ref): Envelope | null => around.find((one) => one.id === id) ?? null;
    const crumbs = { trigger: find(asked), session: cast ? find(cast) : null };
    return answeringDefinition(asPayload(AgentDef.name, crumb.context), context, crumbs);
  }
}
