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
  PutFile,
  Session,
  sha256,
  singletonId,
  takesPart,
  UserMessage,
  type Write,
  type CommitResult,
  asPayload,
  refuse,
} from '@crumbtrail/contracts';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { ChatRequest, ChatLine } from './chat-request';
import { type ConversationKey, conversationKey } from './conversation-key';
import { ConversationHistory, excludedBy } from './conversation-history';
import type { AddressedAgent } from './agent-models';
import { acceptedContext } from './accepted-context';
import { quoteHistory } from './quote-history';
import { invalidParam } from './openai-error';
import { inCommits } from './in-commits';

/** A chat request whose message is to be written. */
export interface PlacementRequest {
  readonly caller: Caller;
  readonly chat: ChatRequest;
  readonly to: AddressedAgent;
  /** The session that the client names. */
  readonly session: string | undefined;
  /** The client may retry the request with this key. */
  readonly idempotencyKey: string | undefined;
  /** Called with the session before a message is written to it. */
  readonly listen: (session: string) => void;
  /** The client's library says that it retries a request that got no reply. */
  readonly isRepeated: boolean;
  /** A hash of all that the request asks for. */
  readonly requestHash: string;
}

/** The stored message of a request; `isNew` if this request wrote it. */
export interface PlacedMessage {
  readonly message: Envelope;
  readonly isNew: boolean;
}

interface Placement extends PlacementRequest {
  /** The files of the message, uploaded. */
  readonly files: readonly { readonly hash: string; readonly name: string }[];
  readonly key: ConversationKey;
  readonly identity: Identity;
}

/** A retried request without an idempotency key joins the message that was written at most this long ago. */
const REPEATED_WITHIN_MS = 15 * 60_000;

/** How often heads are looked for again after concurrent requests have continued from all that were found. */
const MOST_ATTEMPTS = 20;

const create = (draft: Draft): Write => ({ op: 'create', draft });

const requestTag = (key: string): string => `chat-request:${sha256(key).slice(0, 32)}`;
const SAME_REQUEST = 'chat-same:';

/** The tag of messages of one key that ask for exactly the same. */
const sameRequestTag = ({ identity, to, requestHash }: Pick<Placement, 'identity' | 'to' | 'requestHash'>): string =>
  `${SAME_REQUEST}${sha256(JSON.stringify([identity.key_id, to.agent, requestHash])).slice(0, 32)}`;

/** The author of a user's line, where it is not the key's holder under the name of the key. */
const authorNamed = ({ name }: Pick<ChatLine, 'name'>, identity: Identity): Pick<Draft, 'author'> =>
  name === undefined || identity.name !== undefined ? {} : { author: { name } };

/** How a message differs from the last line of its request. */
interface MessageOptions {
  readonly content?: string;
  /** What its conversation has left. */
  readonly excluded?: readonly string[];
}

function messageWrite(
  session: string,
  placement: Placement,
  { content = placement.key.last, excluded = [] }: MessageOptions = {},
): Write {
  const { key, to, chat, identity, idempotencyKey } = placement;
  const own = [key.now, sameRequestTag(placement), ...(idempotencyKey ? [requestTag(idempotencyKey)] : [])];
  const tags = [...new Set([...to.tags, ...own])];
  return create({
    schema_name: UserMessage.name,
    session,
    context: {
      content,
      ...acceptedContext(to, chat, identity),
      ...(placement.files.length > 0 ? { files: placement.files } : {}),
      ...(excluded.length > 0 ? { exclude: excluded } : {}),
    },
    tags,
    ...authorNamed(chat.lines.at(-1) ?? {}, identity),
  });
}

function sessionWrite(name: string, { to, identity: { participant } }: Placement): Write {
  const { kind, id } = participant;
  const members = [...(kind === 'user' ? [{ kind, id }] : []), { kind: 'agent' as const, id: to.agent }];
  return create({ schema_name: Session.name, context: { name, members } });
}

function historyWrites(line: ChatLine, session: string, { to, identity }: Placement): Write[] {
  const { role, text } = line;
  if (text.trim() === '') return [];
  if (role === 'user') {
    const context = { content: text };
    return [create({ schema_name: UserMessage.name, session, context, ...authorNamed(line, identity) })];
  }
  const author = { kind: 'agent' as const, id: to.agent };
  return [create({ schema_name: AgentResponse.name, session, author, context: { action: 'speak', content: text } })];
}

/**
 * Writes the last message of a request to the session of its conversation. The gateway stores nothing: each message carries a
 * tag, the hash of the conversation up to it, and the session is found by that tag. A question that is asked again stays in its
 * session, and excludes what followed it there; a conversation that the log does not have starts a new session with the client's history.
 */
@Injectable()
export class ConversationPlacement {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly earlier: ConversationHistory,
  ) {}

  /** Writes the message unless the same request already did. */
  async place(placed: PlacementRequest): Promise<PlacedMessage> {
    const { caller, chat, to } = placed;
    const identity = await this.requests.identify(caller);
    const { kind, id } = identity.participant;
    const leaving = {
      ...placed,
      identity,
      files: [] as Placement['files'],
      key: conversationKey([kind, id, to.agent], chat.lines),
    };
    const begun = await this.begun(leaving);
    if (begun?.session) placed.listen(begun.session);
    if (begun) return { message: begun, isNew: false };
    const files = await this.upload(placed);
    return { message: await this.left({ ...leaving, files }), isNew: true };
  }

  /** Uploads the files of the message, one after the other: the bytes of one are enough for the store to hold. */
  private async upload({ caller, chat }: PlacementRequest): Promise<Placement['files']> {
    const uploaded: { hash: string; name: string }[] = [];
    for (const { name, type, data } of chat.files) {
      const { hash } = await this.requests.request(PutFile, caller, { name, type, data });
      uploaded.push({ hash, name });
    }
    return uploaded;
  }

  private async left(leaving: Placement): Promise<Envelope> {
    if (leaving.session !== undefined) return this.inNamed(leaving.session, leaving);
    return (
      (await this.following(leaving)) ?? (await this.branching(leaving)) ?? this.anew(`chat-${randomUUID()}`, leaving)
    );
  }

  /** The message that an earlier attempt of the same request wrote. */
  private async begun(placement: Placement): Promise<Envelope | undefined> {
    const { caller, key, to, idempotencyKey, isRepeated } = placement;
    if (idempotencyKey !== undefined) return this.begunWith(idempotencyKey, placement);
    if (!isRepeated) return this.earlier.findUnanswered(caller, to.agent, sameRequestTag(placement));
    const [newest] = await this.earlier.listTagged(caller, key.now, 1);
    if (!newest || Date.now() - Date.parse(newest.created_at) >= REPEATED_WITHIN_MS) return undefined;
    // A library that disconnects after its time limit and repeats the request wants an answer, not the stopped one.
    return (await this.earlier.wasStopped(caller, to.agent, newest)) ? undefined : newest;
  }

  /** The message that was written with an idempotency key. Rejects with `idempotency_conflict` if it was another request: its answer would be to another question. */
  private async begunWith(idempotencyKey: string, placement: Placement): Promise<Envelope | undefined> {
    const [message] = await this.earlier.listTagged(placement.caller, requestTag(idempotencyKey), 1);
    const isOther =
      message?.tags.some((tag) => tag.startsWith(SAME_REQUEST)) && !message.tags.includes(sameRequestTag(placement));
    if (!isOther) return message;
    throw refuse(
      'idempotency_conflict',
      'This Idempotency-Key was used for another request. Send a new key with a new request.',
    );
  }

  /** Continues from the first head that no concurrent request has continued from; null where no head is left. */
  private async following(leaving: Placement): Promise<Envelope | null> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const heads = await this.earlier.findHeads(leaving.caller, leaving.to.agent, leaving.key);
      if (heads.length === 0) return null;
      const written = await this.continueFrom(heads, leaving);
      if (written) return written;
    }
    return null;
  }

  private async continueFrom(heads: readonly Envelope[], leaving: Placement): Promise<Envelope | null> {
    for (const head of heads) {
      const session = head.session as string;
      const write = messageWrite(session, leaving, { excluded: excludedBy(head) });
      const written = await this.leaveAfter(head, session, { leaving, write });
      if (written) return written;
    }
    return null;
  }

  /** Continues from an earlier message of a session, and leaves what followed it there; null where that is not possible. */
  private async branching(leaving: Placement): Promise<Envelope | null> {
    const branch = await this.earlier.findBranch(leaving.caller, leaving.to.agent, leaving.key);
    if (!branch) return null;
    const { session, newest, excluded } = branch;
    return this.leaveAfter(newest, session, { leaving, write: messageWrite(session, leaving, { excluded }) });
  }

  /** Writes a message after the last one of its session; null if another request was first. An idempotency key ensures one successor per message. */
  private async leaveAfter(
    { id }: Envelope,
    session: string,
    { leaving, write }: { readonly leaving: Placement; readonly write: Write },
  ): Promise<Envelope | null> {
    try {
      leaving.listen(session);
      return await this.leave(leaving.caller, [write], `chat-after-${id}`);
    } catch (error) {
      if (!(error instanceof CrumbError) || error.code !== 'idempotency_conflict') throw error;
      return null;
    }
  }

  /** Starts a session with the client's history: imported if the key may import, otherwise quoted in the message. */
  private async anew(session: string, leaving: Placement): Promise<Envelope> {
    const { caller, key, identity } = leaving;
    const mayImport = identity.role === 'operator';
    const past = mayImport ? key.history.flatMap((line) => historyWrites(line, session, leaving)) : [];
    const content = mayImport ? key.last : quoteHistory(key.history, key.last);
    for (const writes of inCommits(past)) await this.requests.request(Commit, caller, { writes, imported: true });
    leaving.listen(session);
    return this.leave(caller, [sessionWrite(session, leaving), messageWrite(session, leaving, { content })]);
  }

  private async inNamed(session: string, leaving: Placement): Promise<Envelope> {
    const { caller, to, identity } = leaving;
    const [known] = await this.reader.readAvailable(caller, [
      { id: singletonId(identity.workspace, 'session', session) },
    ]);
    const members = asPayload(Session.name, known?.context)?.members;
    if (!takesPart(members, to.agent)) {
      throw invalidParam(
        'model',
        `${to.agent} does not take part in the session ${session}: its session.v1 lists others.`,
      );
    }
    const isNew = !known && (await this.requests.request(List, caller, { session, limit: 1 })).crumbs.length === 0;
    leaving.listen(session);
    const message = messageWrite(session, leaving);
    if (!isNew) return this.leaveOnce(leaving, [message]);
    try {
      return await this.leaveOnce(leaving, [sessionWrite(session, leaving), message]);
    } catch (error) {
      if (!(error instanceof CrumbError) || !['forbidden', 'id_conflict'].includes(error.code)) throw error;
      // Others have spoken there unseen by this caller, or have taken the name: the store says whether the caller may speak too.
      return this.leaveOnce(leaving, [message]);
    }
  }

  /** Writes the message, unless the same request, sent again meanwhile with its idempotency key, has. */
  private async leaveOnce(leaving: Placement, writes: readonly Write[]): Promise<Envelope> {
    const { caller, identity, idempotencyKey } = leaving;
    if (idempotencyKey === undefined) return this.leave(caller, writes);
    try {
      return await this.leave(caller, writes, requestTag(JSON.stringify([identity.key_id, idempotencyKey])));
    } catch (error) {
      const isOther = !(error instanceof CrumbError) || error.code !== 'idempotency_conflict';
      const begun = isOther ? undefined : await this.begunWith(idempotencyKey, leaving);
      if (begun) return begun;
      throw error;
    }
  }

  private async leave(caller: Caller, writes: readonly Write[], idempotency_key?: string): Promise<Envelope> {
    const request = { writes, ...(idempotency_key ? { idempotency_key } : {}) };
    const { results } = await this.requests.request(Commit, caller, request);
    const { id, version, position } = results.at(-1) as CommitResult;
    return this.reader.read(caller, id, { version, min_position: position });
  }
}
