import { randomUUID } from 'node:crypto';
import { AgentError, type AgentAttachment, type IncomingPrompt } from '@crumbtrail/bus';
import { Injectable } from '@nestjs/common';
import {
  Commit,
  CrumbError,
  type Envelope,
  PutFile,
  refuse,
  Session,
  sha256,
  singletonId,
  takesPart,
  asPayload,
} from '@crumbtrail/contracts';
import { name as sessionName } from '@crumbtrail/contracts/http/fields';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { type MessageDraft, MessageSender } from '../sessions/message-sender';
import type { PromptCaller } from './prompt-callers';

/** A prompt that is to become a message. */
export interface PlacedPrompt extends PromptCaller {
  readonly prompt: IncomingPrompt;
  /** The agent, and the tags that a message to it must have. */
  readonly to: { readonly agent: string; readonly tags: readonly string[] };
  /** The one session of the agent's prompts, if it has one. */
  readonly session: string | undefined;
  /** Called with the session before the message is written to it. */
  readonly listen: (session: string) => void;
}

/** As `files` of `user.message.v1`. */
const MAX_FILES = 8;

/** Fields that Crumbtrail understands beside those of the protocol. */
const KNOWN_FIELDS: readonly string[] = ['id', 'session'];

const ID = /^[\x21-\x7e]{1,128}$/;

/** Characters that a file's name may not have, and folders. */
const UNNAMEABLE = /[\p{Cc}/\\]/gu;

const invalid = (message: string): AgentError => new AgentError(400, { error: 'invalid_payload', message });

/** The id of a prompt, by which a repetition is recognised: the header, else the field of the envelope. */
function promptId({ id, envelope: { more } }: IncomingPrompt): string | undefined {
  const given = id ?? more['id'];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && ID.test(given)) return given;
  throw invalid('The id of a prompt is 1 to 128 visible ASCII characters.');
}

/** The session that a prompt names. */
function namedSession({ envelope: { more } }: IncomingPrompt): string | undefined {
  const given = more['session'];
  if (given === undefined) return undefined;
  const parsed = sessionName.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid('`session` is 1 to 64 of a-z, 0-9, dot, dash and underscore.');
}

/** Each participant goes on in a session of its own with each agent; a prompt of nobody in particular begins one. */
function defaultSession({ prompt, to: { agent }, identity: { participant }, isAnyone }: PlacedPrompt): string {
  const { kind, id } = participant;
  const of = isAnyone ? (promptId(prompt) ?? randomUUID()) : '';
  return `nats-${sha256(JSON.stringify([agent, kind, id, of])).slice(0, 20)}`;
}

/** The fields of an envelope that nothing understands. */
export function ignoredFields({ envelope: { more } }: IncomingPrompt): string[] {
  return Object.keys(more).filter((field) => !KNOWN_FIELDS.includes(field));
}

/** A claimed name is shown, where the participant has none of its own. */
function authorOf({ prompt: { sender }, identity }: PlacedPrompt): MessageDraft['body']['author'] {
  if (sender.trust === 'absent' || identity.name !== undefined) return undefined;
  const name = (sender.name ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 60);
  if (name === '') return undefined;
  return { name: sender.trust === 'verified' ? name : `${name} (claimed)` };
}

/** Writes prompts as messages of sessions. */
@Injectable()
export class PromptPlacement {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly sender: MessageSender,
  ) {}

  /** The message of the prompt; that of its first arrival where it was sent before with the same id. */
  async place(placed: PlacedPrompt): Promise<Envelope> {
    const { caller, prompt, to } = placed;
    const id = promptId(prompt);
    const session = placed.session ?? namedSession(prompt) ?? defaultSession(placed);
    const files = await this.upload(placed, prompt.envelope.attachments);
    await this.ensureSession(placed, session);
    placed.listen(session);
    const author = authorOf(placed);
    const body = { content: prompt.envelope.prompt, files, tags: to.tags, ...(author && { author }) };
    const idempotencyKey = id === undefined ? undefined : `nats-prompt:${to.agent}:${id}`;
    return this.sender.publish(caller, { session, body, idempotencyKey });
  }

  /** Creates the session with the caller and the agent. Refuses one that does not have the agent among its members. */
  private async ensureSession({ caller, identity, to }: PlacedPrompt, session: string): Promise<void> {
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
      // Another prompt was first, or others have spoken there unseen by this caller: the store says whether it may speak too.
      if (!(error instanceof CrumbError) || !['forbidden', 'id_conflict'].includes(error.code)) throw error;
    }
  }

  /** Uploads the files, one after the other: the bytes of one are enough for the store to hold. */
  private async upload(
    { caller }: PlacedPrompt,
    files: readonly AgentAttachment[],
  ): Promise<{ hash: string; name: string }[]> {
    if (files.length > MAX_FILES)
      throw invalid(`The prompt has ${files.length} attachments; ${MAX_FILES} are the most.`);
    const uploaded: { hash: string; name: string }[] = [];
    for (const { filename, content } of files) {
      const name = filename.replace(UNNAMEABLE, '_').slice(0, 200).toWellFormed();
      const { hash } = await this.requests.request(PutFile, caller, { name, data: content });
      uploaded.push({ hash, name });
    }
    return uploaded;
  }
}
