import { randomUUID } from 'node:crypto';
import { AgentError, type IncomingPrompt } from '@crumbtrail/bus';
import { Injectable } from '@nestjs/common';
import { type Envelope, sha256 } from '@crumbtrail/contracts';
import { name as sessionName } from '@crumbtrail/contracts/http/fields';
import { MessagePlacement } from '../sessions/message-placement';
import type { MessageDraft } from '../sessions/message-sender';
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

/** Fields that Crumbtrail understands beside those of the protocol. */
const KNOWN_FIELDS: readonly string[] = ['id', 'session'];

const ID = /^[\x21-\x7e]{1,128}$/;

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
  constructor(private readonly messages: MessagePlacement) {}

  /** The message of the prompt; that of its first arrival where it was sent before with the same id. */
  async place(placed: PlacedPrompt): Promise<Envelope> {
    const { caller, identity, prompt, to, listen } = placed;
    const id = promptId(prompt);
    const session = placed.session ?? namedSession(prompt) ?? defaultSession(placed);
    const { prompt: content, attachments: files } = prompt.envelope;
    const idempotencyKey = id === undefined ? undefined : `nats-prompt:${to.agent}:${id}`;
    const author = authorOf(placed);
    return this.messages.place({ caller, identity, to, session, content, files, author, idempotencyKey, listen });
  }
}
