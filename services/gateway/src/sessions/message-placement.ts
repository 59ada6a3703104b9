import { Injectable } from '@nestjs/common';
import {
  asPayload,
  Commit,
  CrumbError,
  type Envelope,
  type Identity,
  PutFile,
  refuse,
  Session,
  singletonId,
  takesPart,
} from '@crumbtrail/contracts';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { type MessageDraft, MessageSender } from './message-sender';

/** A file that comes with a message. */
export interface SentFile {
  readonly filename: string;
  /** Base64. */
  readonly content: string;
}

/** A message of a participant to one agent. */
export interface AddressedMessage {
  readonly caller: Caller;
  readonly identity: Identity;
  /** The agent, and the tags that a message to it must have. */
  readonly to: { readonly agent: string; readonly tags: readonly string[] };
  /** Created with the caller and the agent where there is none of this name. */
  readonly session: string;
  readonly content: string;
  readonly files: readonly SentFile[];
  readonly author?: MessageDraft['body']['author'];
  /** A message that is sent again with the same key is that of its first arrival. */
  readonly idempotencyKey: string | undefined;
  /** Called with the session before the message is written to it. */
  readonly listen: (session: string) => void;
}

/** As `files` of `user.message.v1`. */
const MAX_FILES = 8;

/** Characters that a file's name may not have, and folders. */
const UNNAMEABLE = /[\p{Cc}/\\]/gu;

/** Writes the messages of other programs to sessions, with their files. */
@Injectable()
export class MessagePlacement {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly sender: MessageSender,
  ) {}

  /** The message; that of its first arrival where it was sent before with the same key. */
  async place(placed: AddressedMessage): Promise<Envelope> {
    const { caller, to, session, content, author, idempotencyKey } = placed;
    const files = await this.upload(placed);
    await this.ensureSession(placed);
    placed.listen(session);
    const body = { content, files, tags: to.tags, ...(author && { author }) };
    return this.sender.publish(caller, { session, body, idempotencyKey });
  }

  /** Creates the session with the caller and the agent. Refuses one that does not have the agent among its members. */
  private async ensureSession({ caller, identity, to, session }: AddressedMessage): Promise<void> {
    const [known] = await this.reader.readAvailable(caller, [
      { id: singletonId(identity.workspace, 'session', session) },
    ]);
    if (known) {
      const { members } = asPayload(Session.name, known.context);
      if (takesPart(members, to.agent)) return;
      throw refuse(
        'id_conflict',
        `${to.agent} does not take part in the session ${session}: its session.v1 lists others.`,
      );
    }
    const { kind, id } = identity.participant;
    const members = [...(kind === 'user' ? [{ kind, id }] : []), { kind: 'agent', id: to.agent }];
    const draft = { schema_name: Session.name, session, context: { name: session, members } };
    try {
      await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    } catch (error) {
      // Another message was first, or others have spoken there unseen by this caller: the store says whether it may speak too.
      if (!(error instanceof CrumbError) || !['forbidden', 'id_conflict'].includes(error.code)) throw error;
    }
  }

  /** Uploads the files, one after the other: the bytes of one are enough for the store to hold. */
  private async upload({ caller, files }: AddressedMessage): Promise<{ hash: string; name: string }[]> {
    if (files.length > MAX_FILES)
      throw refuse('invalid_payload', `The message has ${files.length} files; ${MAX_FILES} are the most.`);
    const uploaded: { hash: string; name: string }[] = [];
    for (const { filename, content } of files) {
      const name = filename.replace(UNNAMEABLE, '_').slice(0, 200).toWellFormed();
      const { hash } = await this.requests.request(PutFile, caller, { name, data: content });
      uploaded.push({ hash, name });
    }
    return uploaded;
  }
}
