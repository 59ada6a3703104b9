import { Injectable } from '@nestjs/common';
import { Commit, type Envelope, Turns, UserMessage, type CommitResult } from '@crumbtrail/contracts';
import type { Response } from 'express';
import { Asks } from './adapters/asks.nats';
import { type Caller, callerOf } from './caller';
import { untilAnswered, type Woken } from './conversation';
import { Bell } from './live/bell';
import { goneOf } from './live/gone-of';
import { Closing } from './live/closing';
import { Reading } from './reading';
import { inMessage, inTheirBody } from './views/where';

/** What somebody says, and where. */
export interface Words {
  readonly session?: string | undefined;
  readonly body: { readonly content: string; readonly tags?: readonly string[] | undefined };
  readonly idempotencyKey: string | undefined;
}

/** The same, and how long they wait for the answers. */
export interface Said extends Words {
  readonly session: string;
  readonly body: Words['body'] & { readonly wait_ms: number };
}

/** The message as it was kept; with `responses` when all turns that it woke are closed. */
export interface Answered {
  readonly message: Envelope;
  readonly trail_id: string;
  readonly responses?: readonly Envelope[];
}

/** Leaves what a person says, and waits for the answers if they want to. */
@Injectable()
export class Saying {
  constructor(
    private readonly asks: Asks,
    private readonly reading: Reading,
    private readonly closing: Closing,
  ) {}

  async say(response: Response, said: Said): Promise<Answered> {
    const caller = callerOf(response.req);
    const { workspace } = await this.asks.identify(caller);
    const bell = new Bell();
    const stop = this.asks.wakeUps(workspace, (event) => event.session === said.session && bell.ring());
    try {
      const message = await this.leave(caller, said);
      const kept = { message, trail_id: message.trail_id };
      if (said.body.wait_ms === 0) return kept;
      const turns = (): Promise<Woken> => this.asks.ask(Turns, caller, { cause: message.id });
      const waiting = { turns, bell, gone: AbortSignal.any([goneOf(response), this.closing.signal]), now: Date.now };
      const woken = await untilAnswered(waiting, said.body.wait_ms);
      return woken ? { ...kept, responses: await this.responses(caller, woken) } : kept;
    } finally {
      stop();
    }
  }

  /** Leaves a message; the same idempotency key again gives the one that is there. */
  async leave(caller: Caller, { session, body, idempotencyKey }: Words): Promise<Envelope> {
    const { content, tags } = body;
    const draft = {
      schema_name: UserMessage.name,
      ...(session === undefined ? {} : { session }),
      context: { content },
      ...(tags ? { tags: [...tags] } : {}),
    };
    const request = {
      writes: [{ op: 'create' as const, draft }],
      ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}),
    };
    const { results } = await this.asks.ask(Commit, caller, request).catch(inTheirBody(inMessage));
    const { id, version, position } = results[0] as CommitResult;
    return this.reading.one(caller, id, { version, min_position: position });
  }

  private async responses(caller: Caller, { turns }: Woken): Promise<Envelope[]> {
    const ids = turns.flatMap(({ response_id }) => (response_id ? [{ id: response_id }] : []));
    const crumbs = await this.reading.those(caller, ids);
    return crumbs.sort((a, b) => a.position - b.position);
  }
}
