import { Injectable } from '@nestjs/common';
import type { Envelope, Identity } from '@crumbtrail/contracts';
import type { Response } from 'express';
import type { LocatedIdentity } from '../cells/cell-directory';
import { ServiceRequests } from '../ports';
import { type Caller, readCaller } from '../http/caller';
import { parseIdempotencyKey } from '../http/entity-tag';
import { ShutdownSignal } from '../http/shutdown-signal';
import { disconnectSignal } from '../http/disconnect-signal';
import type { ChatRequest } from './chat-request';
import { acceptedContext } from './accepted-context';
import { ChatWriter } from './chat-writer';
import { PieceBuffer } from './piece-buffer';
import { chatTurnId } from './conversation-history';
import { type AddressedAgent, AgentModels } from './agent-models';
import { OpenAiError } from './openai-error';
import { type OnDisconnect, readOverrides } from './chat-overrides';

/** A request whose message is in the log. */
export interface SubmittedChat {
  readonly caller: Caller;
  readonly identity: LocatedIdentity;
  readonly chat: ChatRequest;
  readonly to: AddressedAgent;
  readonly message: Envelope;
  /** This request wrote the message, or results of its tool calls, so no model started to answer it earlier. */
  readonly isNew: boolean;
  readonly turn: string;
  /** The id of the completion: the turn, with the step that it follows if the turn continues. */
  readonly completion: string;
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
    private readonly writer: ChatWriter,
    private readonly closing: ShutdownSignal,
  ) {}

  /** Writes the message; throws before anything is written if the agent cannot answer the request. `givenKey` recognises a repetition in place of the header for it. */
  async submit(response: Response, chat: ChatRequest, givenKey?: string): Promise<SubmittedChat> {
    const caller = readCaller(response.req);
    const identity = await this.requests.identify(caller);
    refuseAgentKey(identity);
    const wishes = readOverrides(response.req, chat);
    const idempotencyKey = givenKey ?? parseIdempotencyKey(response.req.headers['idempotency-key']);
    const to = await this.models.resolveAgent(caller, chat.model);
    acceptedContext(to, chat, identity);
    const gone = AbortSignal.any([disconnectSignal(response), this.closing.signal]);
    const ear = new PieceBuffer(this.requests, identity);
    const listen = (session: string): void => void (chat.stream && ear.listenIn(session));
    try {
      const { message, isNew, step } = await this.writer.write({ ...wishes, caller, chat, to, idempotencyKey, listen });
      const turn = chatTurnId(to.agent, message);
      const completion = step === undefined ? turn : `${turn}-${step}`;
      const onDisconnect = wishes.onDisconnect ?? defaultOnDisconnect(to, chat);
      return { caller, identity, chat, to, message, isNew, turn, completion, gone, ear, onDisconnect };
    } catch (error) {
      ear.close();
      throw error;
    }
  }
}

/** A message is a person's; the store would refuse an agent's in words about its session. */
function refuseAgentKey({ participant: { kind, id } }: Identity): void {
  if (kind === 'user' || kind === 'operator') return;
  const message = `This key belongs to the ${kind} ${id}, which cannot chat: use a key of a person (crumb keys create --for user:rita --role writer).`;
  throw new OpenAiError(403, { message, type: 'permission_error', param: null, code: 'wrong_writer' });
}

/** A stream that disconnects stops the turn: the person has seen the text so far. A request without a stream goes on, because a retry can still get the answer. */
function defaultOnDisconnect({ definition }: AddressedAgent, { stream }: ChatRequest): OnDisconnect {
  return definition.on_disconnect ?? (stream ? 'stop' : 'continue');
}
