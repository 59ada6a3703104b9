import {
  type Message,
  type Part,
  Role,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
  TaskState,
} from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { randomUUID } from 'node:crypto';

/** The bindings of A2A that the gateway has. */
export type Binding = 'JSONRPC' | 'HTTP+JSON';

/** Who uses an agent, and how. */
export interface A2aAccess {
  readonly url: string;
  readonly key: string;
  readonly agent: string;
  readonly binding?: Binding;
}

/** A fetch that sends a key. */
const fetchWith =
  (key: string): typeof fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(url, { ...init, headers });
  };

/** A2A's own client for an agent of a gateway, from its card. */
export function connectByA2a({ url, key, agent, binding = 'JSONRPC' }: A2aAccess): Promise<Client> {
  const fetchImpl = fetchWith(key);
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    preferredTransports: [binding],
  });
  return new ClientFactory(options).createFromUrl(url, `/v1/a2a/${agent}/.well-known/agent-card.json`);
}

export const textPart = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});

/** A message of a user with this text. */
export function toMessage(text: string, more: Partial<Message> = {}): Message {
  return {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  };
}

/** A request that sends a text. */
export function toRequest(text: string, more: Partial<Message> = {}, returnImmediately = false): SendMessageRequest {
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately };
  return { tenant: '', message: toMessage(text, more), configuration, metadata: undefined };
}

/** Sends a text, and returns its task. */
export async function sendText(
  client: Client,
  text: string,
  more: Partial<Message> = {},
  returnImmediately = false,
): Promise<Task> {
  const sent = await client.sendMessage(toRequest(text, more, returnImmediately));
  if ('messageId' in sent) throw new Error('The agent replied with a message, without a task');
  return sent;
}

/** The texts of parts. */
export const textOf = (parts: readonly Part[] = []): string =>
  parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');

/** The answer of a task. */
export const answerOf = ({ artifacts }: Task): string => artifacts.map(({ parts }) => textOf(parts)).join('');

export const stateOf = ({ status }: Pick<Task, 'status'>): string => TaskState[status?.state ?? 0] ?? '';

/** What a stream of a task came to. */
export interface FollowedA2aTask {
  readonly task: Task;
  /** The states that it told, in their order. */
  readonly states: readonly string[];
  /** The artifact, put together as a client does. */
  readonly text: string;
  /** How many pieces it came in. */
  readonly pieces: number;
  readonly isComplete: boolean;
}

/** Reads a stream to its end. */
export async function followStream(stream: AsyncIterable<StreamResponse>): Promise<FollowedA2aTask> {
  const payloads: NonNullable<StreamResponse['payload']>[] = [];
  for await (const { payload } of stream) if (payload) payloads.push(payload);
  const [first] = payloads;
  if (first?.$case !== 'task') throw new Error('The stream does not begin with its task');
  const chunks = payloads.flatMap((payload) => (payload.$case === 'artifactUpdate' ? [payload.value] : []));
  const told = payloads.flatMap((payload) => (payload.$case === 'statusUpdate' ? [payload.value] : []));
  return {
    task: first.value,
    states: [first.value, ...told].map(stateOf),
    text: chunks.reduce((text, { append, artifact }) => (append ? text : '') + textOf(artifact?.parts), ''),
    pieces: chunks.length,
    isComplete: chunks.at(-1)?.lastChunk === true,
  };
}
