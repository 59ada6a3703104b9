import { WakeSignal } from '@crumbtrail/platform';
import { Injectable } from '@nestjs/common';
import { Commit, type Envelope, Turns, UserMessage, type CommitResult } from '@crumbtrail/contracts';
import type { MessageReceipt } from '@crumbtrail/contracts/http/sessions';
import type { WokenTurns } from '@crumbtrail/contracts/http/turn-fields';
import type { Response } from 'express';
import { ServiceRequests } from '../ports';
import { type Caller, readCaller } from '../http/caller';
import { waitForAnswers } from './wait-for-answers';
import { disconnectSignal } from '../http/disconnect-signal';
import { ShutdownSignal } from '../http/shutdown-signal';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { toPayloadPath, relocateIssues } from '../http/issue-paths';

/** A message to write, and its session. */
export interface MessageDraft {
  readonly session?: string | undefined;
  readonly body: {
    readonly content: string;
    readonly tags?: readonly string[] | undefined;
    /** The display name of its author. */
    readonly author?: { readonly name: string } | undefined;
  };
  readonly idempotencyKey: string | undefined;
}

/** A message, and how long to wait for the answers. */
export interface MessageRequest extends MessageDraft {
  readonly session: string;
  readonly body: MessageDraft['body'] & { readonly wait_ms: number };
}

/** Writes messages of users, and waits for the answers on request. */
@Injectable()
export class MessageSender {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly closing: ShutdownSignal,
  ) {}

  async send(response: Response, said: MessageRequest): Promise<MessageReceipt> {
    const caller = readCaller(response.req);
    const { workspace } = await this.requests.identify(caller);
    const wakeSignal = new WakeSignal();
    const stop = this.requests.onEvents(workspace, (event) => event.session === said.session && wakeSignal.notify());
    try {
      const message = await this.publish(caller, said);
      const kept = { message, trail_id: message.trail_id };
      if (said.body.wait_ms === 0) return kept;
      const turns = (): Promise<WokenTurns> => this.requests.request(Turns, caller, { cause: message.id });
      const waiting = {
        turns,
        wakeSignal,
        gone: AbortSignal.any([disconnectSignal(response), this.closing.signal]),
        now: Date.now,
      };
      const woken = await waitForAnswers(waiting, said.body.wait_ms);
      if (!woken) return kept;
      const { reason } = woken;
      return { ...kept, responses: await this.responses(caller, woken), ...(reason === undefined ? {} : { reason }) };
    } finally {
      stop();
    }
  }

  /** Writes a message; a repeated idempotency key returns the existing one. */
  async publish(caller: Caller, { session, body, idempotencyKey }: MessageDraft): Promise<Envelope> {
    const { content, tags, author } = body;
    const draft = {
      schema_name: UserMessage.name,
      ...(session === undefined ? {} : { session }),
      context: { content },
      ...(tags ? { tags: [...tags] } : {}),
      ...(author ? { author } : {}),
    };
    const request = {
      writes: [{ op: 'create' as const, draft }],
      ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}),
    };
    const { results } = await this.requests.request(Commit, caller, request).catch(relocateIssues(toPayloadPath));
    const { id, version, position } = results[0] as CommitResult;
    return this.reader.read(caller, id, { version, min_position: position });
  }

  private async responses(caller: Caller, { turns }: WokenTurns): Promise<Envelope[]> {
    const ids = turns.flatMap(({ response_id }) => (response_id ? [{ id: response_id }] : []));
    const crumbs = await this.reader.readAvailable(caller, ids);
    return crumbs.sort((a, b) => a.position - b.position);
  }
}
