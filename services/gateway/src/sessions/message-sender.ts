import { WakeSignal } from '@crumbtrail/platform';
import { Injectable } from '@nestjs/common';
import {
  AgentTrigger,
  Commit,
  type Draft,
  type Envelope,
  refuse,
  SessionRound,
  Turns,
  UserMessage,
  type CommitResult,
  type UserMessageV1,
} from '@crumbtrail/contracts';
import type { MessageReceipt, SpeakBody } from '@crumbtrail/contracts/http/sessions';
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
    /** Who may read it. Default: everybody. */
    readonly audience?: Envelope['audience'] | undefined;
    /** Files that its author has uploaded. */
    readonly files?: UserMessageV1['files'] | undefined;
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

/** Who shall speak in a session, and how long to wait for it. */
export interface SpeakRequest {
  readonly session: string;
  readonly body: SpeakBody;
  readonly idempotencyKey: string | undefined;
}

/** A breadcrumb that agents answer, about to be written. */
interface AnsweredWrite {
  readonly session: string;
  readonly wait_ms: number;
  /** Aborted when nobody waits any more. */
  readonly gone: AbortSignal | undefined;
  write(): Promise<Envelope>;
}

/** The trigger of an agent, or the request for a round. */
function toSpeakDraft({ session, body }: SpeakRequest): Draft {
  const { wait_ms: _, ...context } = body;
  if (context.agent !== undefined) return { schema_name: AgentTrigger.name, session, context };
  const [field] = Object.keys(context);
  if (field === undefined) return { schema_name: SessionRound.name, session, context };
  const issues = [{ path: `/${field}`, rule: 'agent', message: 'needs an `agent`; leave it out' }];
  throw refuse('invalid_payload', 'Without an agent, the strategy of the session chooses who speaks.', { issues });
}

/** Writes messages of users and requests to speak, and waits for the answers on request. */
@Injectable()
export class MessageSender {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly closing: ShutdownSignal,
  ) {}

  /** Writes a message and waits for the answers, until the client disconnects. */
  send(response: Response, said: MessageRequest): Promise<MessageReceipt> {
    return this.sendFor(readCaller(response.req), said, disconnectSignal(response));
  }

  /** Writes a message and waits for the answers. */
  sendFor(caller: Caller, said: MessageRequest, gone?: AbortSignal): Promise<MessageReceipt> {
    const { session, body } = said;
    const { wait_ms } = body;
    return this.writeAndWait(caller, { session, wait_ms, gone, write: () => this.publish(caller, said) });
  }

  /** Lets an agent speak, or the next round of the session. */
  speak(response: Response, wanted: SpeakRequest): Promise<MessageReceipt> {
    const { session, body, idempotencyKey } = wanted;
    const caller = readCaller(response.req);
    const gone = disconnectSignal(response);
    const write = (): Promise<Envelope> => this.write(caller, toSpeakDraft(wanted), idempotencyKey);
    return this.writeAndWait(caller, { session, wait_ms: body.wait_ms, gone, write });
  }

  private async writeAndWait(
    caller: Caller,
    { session, wait_ms, gone, write }: AnsweredWrite,
  ): Promise<MessageReceipt> {
    const place = await this.requests.identify(caller);
    const wakeSignal = new WakeSignal();
    const stop = this.requests.onEvents(place, (event) => event.session === session && wakeSignal.notify());
    try {
      const message = await write();
      const kept = { message, trail_id: message.trail_id };
      if (wait_ms === 0) return kept;
      const turns = (): Promise<WokenTurns> => this.requests.request(Turns, caller, { cause: message.id });
      const waiting = {
        turns,
        wakeSignal,
        gone: AbortSignal.any([...(gone ? [gone] : []), this.closing.signal]),
        now: Date.now,
      };
      const woken = await waitForAnswers(waiting, wait_ms);
      if (!woken) return kept;
      const { reason } = woken;
      return { ...kept, responses: await this.responses(caller, woken), ...(reason === undefined ? {} : { reason }) };
    } finally {
      stop();
    }
  }

  /** Writes a message; a repeated idempotency key returns the existing one. */
  async publish(caller: Caller, { session, body, idempotencyKey }: MessageDraft): Promise<Envelope> {
    const { content, files, tags, audience, author } = body;
    const draft = {
      schema_name: UserMessage.name,
      ...(session === undefined ? {} : { session }),
      context: { content, ...(files?.length ? { files } : {}) },
      ...(tags ? { tags: [...tags] } : {}),
      ...(audience === undefined ? {} : { audience }),
      ...(author ? { author } : {}),
    };
    return this.write(caller, draft, idempotencyKey);
  }

  private async write(caller: Caller, draft: Draft, idempotencyKey: string | undefined): Promise<Envelope> {
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
