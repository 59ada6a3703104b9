import type { Part, SendMessageRequest } from '@a2a-js/sdk' with { 'resolution-mode': 'import' };
import { refuse } from '@crumbtrail/contracts';
import { name as sessionName } from '@crumbtrail/contracts/http/fields';
import type { SentFile } from '../sessions/message-placement';
import { type PushTarget, readPushConfig } from './read-push-config';

/** A message of a client, as far as an agent can use it. */
export interface ClientMessage {
  readonly id: string;
  /** The session that it names. */
  readonly session: string | undefined;
  /** The task that it answers. */
  readonly task: string | undefined;
  /** All that it says, with its JSON. */
  readonly text: string;
  /** Its texts alone. */
  readonly words: string;
  /** The members of its JSON parts. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly files: readonly SentFile[];
  readonly historyLength: number | undefined;
  readonly isPatient: boolean;
  /** Where the client wants to be told of changes of the task. */
  readonly push: PushTarget | undefined;
}

/** `ROLE_USER` of the protocol's enumeration. */
const USER = 1;

const ID = /^[\x21-\x7e]{1,128}$/;

const invalid = (message: string): Error => refuse('invalid_payload', message);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toFile({ filename, mediaType }: Part, value: Uint8Array, at: number): SentFile {
  const ending = mediaType.split('/')[1]?.replace(/[^a-z0-9]/g, '');
  return { filename: filename || `file-${at + 1}.${ending || 'bin'}`, content: Buffer.from(value).toString('base64') };
}

function partText({ content }: Part): string {
  if (content?.$case === 'text') return content.value;
  return content?.$case === 'data' ? JSON.stringify(content.value) : '';
}

function requireReadable(parts: readonly Part[]): void {
  if (parts.length === 0) throw invalid('message.parts is empty.');
  const wrong = parts.findIndex(({ content }) => content === undefined || content.$case === 'url');
  if (wrong < 0) return;
  if (!parts[wrong]?.content) throw invalid(`message.parts[${wrong}] has neither text, raw nor data.`);
  throw refuse(
    'unsupported_media_type',
    `message.parts[${wrong}] is an address, and addresses are not fetched: send the file itself as raw.`,
  );
}

function readSession(context: string): string | undefined {
  if (context === '' || sessionName.safeParse(context).success) return context || undefined;
  throw invalid('message.contextId names a session: 1 to 64 of a-z, 0-9, dot, dash and underscore.');
}

function readParts(parts: readonly Part[]): Pick<ClientMessage, 'text' | 'words' | 'data' | 'files'> {
  requireReadable(parts);
  const texts = parts.map(partText).filter((text) => text !== '');
  const data = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value as unknown] : []));
  const files = parts.flatMap((part, at) =>
    part.content?.$case === 'raw' ? [toFile(part, part.content.value, at)] : [],
  );
  const text = texts.join('\n');
  const words = parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : [])).join('\n');
  if (text.trim() === '') throw invalid('The message has no text.');
  return { text, words, data: Object.assign({}, ...data.filter(isObject)) as Record<string, unknown>, files };
}

/** Reads a message; refuses one that no agent can answer. */
export function readMessage({ message, configuration }: SendMessageRequest): ClientMessage {
  if (!message) throw invalid('message is missing.');
  if (!ID.test(message.messageId)) throw invalid('message.messageId is 1 to 128 visible ASCII characters.');
  if ((message.role as number) !== USER) throw invalid('message.role must be ROLE_USER: agents answer what users say.');
  const { historyLength, returnImmediately = false, taskPushNotificationConfig } = configuration ?? {};
  // Without an id it has that of the message, so that the same message again adds no second one.
  const push = taskPushNotificationConfig && readPushConfig(taskPushNotificationConfig);
  return {
    id: message.messageId,
    session: readSession(message.contextId),
    task: message.taskId || undefined,
    ...readParts(message.parts),
    historyLength,
    isPatient: !returnImmediately,
    push: push && { ...push, config: push.config ?? message.messageId },
  };
}

const KNOWN = {
  request: ['message', 'configuration', 'tenant', 'metadata'],
  message: ['messageId', 'contextId', 'taskId', 'role', 'parts', 'metadata', 'extensions', 'referenceTaskIds'],
  part: ['text', 'raw', 'url', 'data', 'filename', 'mediaType', 'metadata'],
  configuration: ['acceptedOutputModes', 'taskPushNotificationConfig', 'historyLength', 'returnImmediately'],
} as const;

/** Fields of the protocol that change nothing here. */
const UNUSED: ReadonlySet<string> = new Set([
  'tenant',
  'metadata',
  'extensions',
  'referenceTaskIds',
  'acceptedOutputModes',
]);

const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function unusedOf(value: unknown, known: readonly string[], at: string): string[] {
  if (!isObject(value)) return [];
  const names = Object.keys(value).filter((name) => {
    const field = toCamelCase(name);
    return UNUSED.has(field) || !known.includes(field);
  });
  return names.map((name) => `${at}${name}`);
}

/** The most fields that are listed. */
const MAX_IGNORED = 32;

/** The fields of a message, as it was sent, that change nothing, for a header. */
export function ignoredFields(params: unknown): string[] {
  if (!isObject(params)) return [];
  const { message, configuration } = params;
  const parts = isObject(message) && Array.isArray(message['parts']) ? (message['parts'] as unknown[]) : [];
  const names = [
    ...unusedOf(params, KNOWN.request, ''),
    ...unusedOf(message, KNOWN.message, 'message.'),
    ...parts.flatMap((part, i) => unusedOf(part, KNOWN.part, `message.parts[${i}].`)),
    ...unusedOf(configuration, KNOWN.configuration, 'configuration.'),
  ];
  return names.slice(0, MAX_IGNORED).map((name) => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 64));
}
