import { Injectable } from '@nestjs/common';
import type { Envelope, Identity } from '@crumbtrail/contracts';
import type { Response } from 'express';
import { Asks } from '../adapters/asks.nats';
import { type Caller, callerOf } from '../caller';
import { idempotencyKeyOf } from '../entity-tag';
import { Closing } from '../live/closing';
import { goneOf } from '../live/gone-of';
import type { ChatRequest } from './chat-request';
import { EarlyEar } from './early-ear';
import { turnOn } from './earlier';
import { type Addressed, Models } from './models';
import { Placing } from './placing';
import { badParam } from './refusal';
import { wishesOf } from './wishes';

/** A request whose message is in the log. */
export interface Asked {
  readonly caller: Caller;
  readonly identity: Identity;
  readonly chat: ChatRequest;
  readonly to: Addressed;
  readonly message: Envelope;
  /** Left by this very request, so that nobody has begun to answer it before. */
  readonly isNew: boolean;
  readonly turn: string;
  readonly stopsWhenGone: boolean;
  /** Hears what is said in the session. */
  readonly ear: EarlyEar;
  /** The client has left, or this process closes. */
  readonly gone: AbortSignal;
}

/** Puts a request into the log. */
@Injectable()
export class Asking {
  constructor(
    private readonly asks: Asks,
    private readonly models: Models,
    private readonly placing: Placing,
    private readonly closing: Closing,
  ) {}

  /** Refuses what no agent could answer before anything is left. */
  async ask(response: Response, chat: ChatRequest): Promise<Asked> {
    const caller = callerOf(response.req);
    const identity = await this.asks.identify(caller);
    const wishes = wishesOf(response.req, chat);
    const idempotencyKey = idempotencyKeyOf(response.req.headers['idempotency-key']);
    const to = await this.models.addressed(caller, chat.model);
    if (chat.wantsJson) requireJson(to);
    const gone = AbortSignal.any([goneOf(response), this.closing.signal]);
    const ear = new EarlyEar(this.asks, identity.workspace);
    const listen = (session: string): void => void (chat.stream && ear.at(session));
    try {
      const { message, isNew } = await this.placing.place({ ...wishes, caller, chat, to, idempotencyKey, listen });
      const turn = turnOn(to.agent, message);
      const { stopsWhenGone } = wishes;
      return { caller, identity, chat, to, message, isNew, turn, gone, ear, stopsWhenGone };
    } catch (error) {
      ear.close();
      throw error;
    }
  }
}

function requireJson({ agent, definition }: Addressed): void {
  if (definition.output_schema) return;
  const why = `${agent} answers in plain text: give its agent.def.v1 an output_schema, or leave response_format out.`;
  throw badParam('response_format', why, 'unsupported_parameter');
}
