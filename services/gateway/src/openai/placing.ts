import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AgentResponse,
  Commit,
  CrumbError,
  type Draft,
  type Envelope,
  type Identity,
  List,
  Session,
  type SessionV1,
  sha256,
  singletonId,
  takesPart,
  UserMessage,
  type Write,
  type CommitResult,
} from '@crumbtrail/contracts';
import { Asks } from '../adapters/asks.nats';
import type { Caller } from '../caller';
import { Reading } from '../reading';
import type { ChatRequest, Line } from './chat-request';
import { type ConversationKey, conversationKey } from './conversation-key';
import { Earlier } from './earlier';
import type { Addressed } from './models';
import { quoted } from './quoted';
import { badParam } from './refusal';

/** One request on its way into the log. */
export interface Placed {
  readonly caller: Caller;
  readonly chat: ChatRequest;
  readonly to: Addressed;
  /** The client says which session. */
  readonly session: string | undefined;
  /** The client may send the same request again under it. */
  readonly idempotencyKey: string | undefined;
  /** Is told the session before anything is left there. */
  readonly listen: (session: string) => void;
  /** The client's own library repeats a request whose answer did not come. */
  readonly isRepeated: boolean;
}

/** The message that a request is about. */
export interface Found {
  readonly message: Envelope;
  readonly isNew: boolean;
}

interface Leaving extends Placed {
  readonly key: ConversationKey;
  readonly identity: Identity;
}

/** A repeated request joins what it began this long ago. */
const REPEATED_WITHIN_MS = 15 * 60_000;

const create = (draft: Draft): Write => ({ op: 'create', draft });

const requestTag = (key: string): string => `chat-request:${sha256(key).slice(0, 32)}`;

function messageIn(session: string, { key, to, idempotencyKey }: Leaving, content = key.last): Write {
  const tags = [...new Set([...to.tags, key.now, ...(idempotencyKey ? [requestTag(idempotencyKey)] : [])])];
  return create({ schema_name: UserMessage.name, session, context: { content }, tags });
}

function sessionOf(name: string, { to, identity: { participant } }: Leaving): Write {
  const { kind, id } = participant;
  const members = [...(kind === 'user' ? [{ kind, id }] : []), { kind: 'agent' as const, id: to.agent }];
  return create({ schema_name: Session.name, context: { name, members } });
}

function pastLine({ role, text }: Line, session: string, agent: string): Write[] {
  if (text.trim() === '') return [];
  if (role === 'user') return [create({ schema_name: UserMessage.name, session, context: { content: text } })];
  const author = { kind: 'agent' as const, id: agent };
  return [create({ schema_name: AgentResponse.name, session, author, context: { action: 'speak', content: text } })];
}

/**
 * Leaves a request's last message where its conversation is. The conversation is found by what was said in it, so nothing is kept
 * here: each message carries a tag, the hash of all that was said up to it. One that goes another way than the log does, or
 * that is asked once more, is a session of its own, which begins with that history.
 */
@Injectable()
export class Placing {
  constructor(
    private readonly asks: Asks,
    private readonly reading: Reading,
    private readonly earlier: Earlier,
  ) {}

  /** The message as it is in the log, and whether this request has left it. */
  async place(placed: Placed): Promise<Found> {
    const { caller, chat, to } = placed;
    const identity = await this.asks.identify(caller);
    const { kind, id } = identity.participant;
    const leaving = { ...placed, identity, key: conversationKey([kind, id, to.agent], chat.lines) };
    const begun = await this.begun(leaving);
    if (begun?.session) placed.listen(begun.session);
    if (begun) return { message: begun, isNew: false };
    return { message: await this.left(leaving), isNew: true };
  }

  private async left(leaving: Leaving): Promise<Envelope> {
    if (leaving.session !== undefined) return this.inNamed(leaving.session, leaving);
    return (await this.following(leaving)) ?? this.anew(`chat-${randomUUID()}`, leaving);
  }

  /** What the same request has left already. */
  private async begun({ caller, key, idempotencyKey, isRepeated }: Leaving): Promise<Envelope | undefined> {
    if (idempotencyKey !== undefined) return (await this.earlier.tagged(caller, requestTag(idempotencyKey), 1))[0];
    if (!isRepeated) return undefined;
    const [newest] = await this.earlier.tagged(caller, key.now, 1);
    return newest && Date.now() - Date.parse(newest.created_at) < REPEATED_WITHIN_MS ? newest : undefined;
  }

  /** Follows on the first head that nobody else follows on meanwhile: one message has one successor, by its idempotency key. */
  private async following(leaving: Leaving): Promise<Envelope | null> {
    for (const { id, session } of await this.earlier.heads(leaving.caller, leaving.to.agent, leaving.key)) {
      try {
        leaving.listen(session as string);
        return await this.leave(leaving.caller, [messageIn(session as string, leaving)], `chat-after-${id}`);
      } catch (error) {
        if (!(error instanceof CrumbError) || error.code !== 'idempotency_conflict') throw error;
      }
    }
    return null;
  }

  /** A session of its own, with the history that the client brings: as history where the key may, else quoted in the message. */
  private async anew(session: string, leaving: Leaving): Promise<Envelope> {
    const { caller, key, identity, to } = leaving;
    const mayImport = identity.role === 'operator';
    const past = mayImport ? key.history.flatMap((line) => pastLine(line, session, to.agent)) : [];
    const content = mayImport ? key.last : quoted(key.history, key.last);
    for (let i = 0; i < past.length; i += 500) {
      await this.asks.ask(Commit, caller, { writes: past.slice(i, i + 500), imported: true });
    }
    leaving.listen(session);
    return this.leave(caller, [sessionOf(session, leaving), messageIn(session, leaving, content)]);
  }

  private async inNamed(session: string, leaving: Leaving): Promise<Envelope> {
    const { caller, to, identity } = leaving;
    const [known] = await this.reading.those(caller, [{ id: singletonId(identity.workspace, 'session', session) }]);
    const { members } = (known?.context ?? {}) as Partial<SessionV1>;
    if (!takesPart(members, to.agent)) {
      throw badParam('model', `${to.agent} does not take part in the session ${session}: its session.v1 lists others.`);
    }
    const isNew = !known && (await this.asks.ask(List, caller, { session, limit: 1 })).crumbs.length === 0;
    leaving.listen(session);
    return this.leave(caller, [...(isNew ? [sessionOf(session, leaving)] : []), messageIn(session, leaving)]);
  }

  private async leave(caller: Caller, writes: readonly Write[], idempotency_key?: string): Promise<Envelope> {
    const request = { writes, ...(idempotency_key ? { idempotency_key } : {}) };
    const { results } = await this.asks.ask(Commit, caller, request);
    const { id, version, position } = results.at(-1) as CommitResult;
    return this.reading.one(caller, id, { version, min_position: position });
  }
}
