import { Injectable } from '@nestjs/common';
import type { Envelope, Identity } from '@crumbtrail/contracts';
import type { Response } from 'express';
import { ServiceRequests } from '../ports';
import { type Caller, readCaller } from '../http/caller';
import { parseIdempotencyKey } from '../http/entity-tag';
import { ShutdownSignal } from '../http/shutdown-signal';
import { disconnectSignal } from '../http/disconnect-signal';
import type { ChatRequest } from './chat-request';
import { acceptedInstructions } from './accepted-instructions';
import { PieceBuffer } from './piece-buffer';
import { chatTurnId } from './conversation-history';
import { type AddressedAgent, AgentModels } from './agent-models';
import { ConversationPlacement } from './conversation-placement';
import { invalidParam, OpenAiError } from './openai-error';
import { type OnDisconnect, readOverrides } from './chat-overrides';

/** A request whose message is in the log. */
export interface SubmittedChat {
  readonly caller: Caller;
  readonly identity: Identity;
  readonly chat: ChatRequest;
  readonly to: AddressedAgent;
  readonly message: Envelope;
  /** This request wrote the message, so no agent started to answer it earlier. */
  readonly isNew: boolean;
  readonly turn: string;
  readonly onDisconnect: OnDisconnect;
  /** Receives the pieces of replies in the session. */
  readonly ear: PieceBuffer;
  /** Fires when the client disconnects or this process shuts down. */
  readonly gone: AbortSignal;
}

/** Writes the message of a chat completion request to the log. */
@Injectable()
export class ChatSubmitter {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly models: AgentModels,
    private readonly placing: ConversationPlacement,
    private readonly closing: ShutdownSignal,
  ) {}

  /** Writes the message; throws before anything is written if the agent cannot answer the request. */
  async submit(response: Response, chat: ChatRequest): Promise<SubmittedChat> {
    const caller = readCaller(response.req);
    const identity = await this.requests.identify(caller);
    refuseAgentKey(identity);
    const wishes = readOverrides(response.req, chat);
    const idempotencyKey = parseIdempotencyKey(response.req.headers['idempotency-key']);
    const to = await this.models.resolveAgent(caller, chat.model);
    if (chat.wantsJson) requireOutputSchema(to);
    acceptedInstructions(to, chat);
    const gone = AbortSignal.any([disconnectSignal(response), this.closing.signal]);
    const ear = new PieceBuffer(this.requests, identity.workspace);
    const listen = (session: string): void => void (chat.stream && ear.listenIn(session));
    try {
      const { message, isNew } = await this.placing.place({ ...wishes, caller, chat, to, idempotencyKey, listen });
      const turn = chatTurnId(to.agent, message);
      const onDisconnect = wishes.onDisconnect ?? defaultOnDisconnect(to, chat);
      return { caller, identity, chat, to, message, isNew, turn, gone, ear, onDisconnect };
    } catch (error) {
      ear.close();
      throw error;
    }
  }
}

/** A message is a person's; the store would refuse an agent's in words about its session. */
function refuseAgentKey({ participant: { kind, id } }: Identity): void {
  if (kind === 'user' || kind === 'operator') return;
  const message = `This key belongs to the ${kind} ${id}, which cannot chat: use a key of a person (npx crumb keys create --for user:rita --role writer).`;
  throw new OpenAiError(403, { message, type: 'permission_error', param: null, code: 'wrong_writer' });
}

/** A person who stops a stream has seen what it showed; whoever waits for a whole answer may ask for it again. */
function defaultOnDisconnect({ definition }: AddressedAgent, { stream }: ChatRequest): OnDisconnect {
  return definition.on_disconnect ?? (stream ? 'stop' : 'continue');
}

function requireOutputSchema({ agent, definition }: AddressedAgent): void {
  if (definition.output_schema) return;
  const why = `${agent} answers in plain text: give its agent.def.v1 an output_schema, or leave response_format out.`;
  throw invalidParam('response_format', why, 'unsupported_parameter');
}
