import type { Message, Part, StreamResponse, Task, TaskArtifactUpdateEvent } from '@a2a-js/sdk' with {
  'resolution-mode': 'import',
};
import type { Client } from '@a2a-js/sdk/client' with { 'resolution-mode': 'import' };
import { TransientError } from '@crumbtrail/platform';
import type { FailureCode, Model, ModelListener, ModelReply, ModelRequest } from '@crumbtrail/prompting';
import { reachRemote } from './attempts';
import { RemoteRefusal } from './remote-errors';
import { flattenPrompt, picturesOf } from './remote-prompt';
import { ShownText } from './shown-text';

/** Where an agent is, and the message that it gets. */
export interface A2aQuestion {
  /** The address of its agent card. */
  readonly url: string;
  readonly contextId: string;
  readonly messageId: string;
  /** Sent to the origin of the card only. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** How long canceling a task may take, in milliseconds. */
const CANCEL_MS = 5_000;
/** The states of A2A, by number (`TaskState` of the SDK, which is loaded when it is first needed). */
const STATE = { completed: 3, failed: 4, canceled: 5, inputRequired: 6, rejected: 7, authRequired: 8 } as const;
const ENDED: ReadonlySet<number> = new Set(Object.values(STATE));

/** What is known of the answer so far. */
interface RemoteAnswer {
  task?: string;
  state?: number;
  /** What the agent said with its state, such as a question. */
  said: string;
  readonly artifacts: Map<string, string>;
}

const textOf = (parts: readonly Part[] = []): string =>
  parts
    .map(({ content }) => {
      if (content?.$case === 'text') return content.value;
      return content?.$case === 'data' ? JSON.stringify(content.value) : '';
    })
    .join('');

/** An agent elsewhere that is prompted by A2A 1.0, in place of a model. */
export class A2aAgent implements Model {
  readonly description: string;

  constructor(private readonly question: A2aQuestion) {
    this.description = `the agent at ${question.url}`;
  }

  async generate(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelReply> {
    const progress: RemoteAnswer = { said: '', artifacts: new Map() };
    const shown = new ShownText(listener);
    let client: Client | undefined;
    const abort = (): Promise<void> => this.cancel(client, progress, signal);
    const work = { name: this.question.url, description: this.description, shown, signal, abort };
    return reachRemote(work, async () => {
      client ??= await this.connect(signal);
      await this.follow(client, { request, progress, shown, signal });
      return this.outcome(progress, shown);
    });
  }

  private async connect(signal: AbortSignal): Promise<Client> {
    const sdk = await import('@a2a-js/sdk/client');
    const { url } = this.question;
    const fetchImpl = this.keyedFetch(signal);
    const options = sdk.ClientFactoryOptions.createFrom(sdk.ClientFactoryOptions.default, {
      transports: [new sdk.JsonRpcTransportFactory({ fetchImpl }), new sdk.RestTransportFactory({ fetchImpl })],
      cardResolver: new sdk.DefaultAgentCardResolver({ fetchImpl }),
    });
    return new sdk.ClientFactory(options).createFromUrl(new URL(url).origin, new URL(url).pathname);
  }

  /** A card may name other addresses: these are reached under the same rules, and without the key. */
  private keyedFetch(signal: AbortSignal): typeof fetch {
    const { url, key, fetch: request } = this.question;
    return async (input, init) => {
      const headers = new Headers(init?.headers);
      const to = new URL(input instanceof Request ? input.url : String(input));
      if (key !== undefined && to.origin === new URL(url).origin) headers.set('authorization', `Bearer ${key}`);
      const response = await request(input, { ...init, headers, redirect: 'manual', signal: init?.signal ?? signal });
      if (isFinal(response.status))
        throw new RemoteRefusal('refused', `it answered with the HTTP status ${response.status}`);
      return response;
    };
  }

  private async follow(client: Client, { request, progress, shown, signal }: RemoteAttempt): Promise<void> {
    const { waiting, same } = progress.task === undefined ? await this.find(client, signal) : {};
    const id = progress.task ?? same?.id;
    if (id !== undefined) {
      note(progress, { payload: { $case: 'task', value: await client.getTask({ tenant: '', id }, { signal }) } });
      shown.show(answerOf(progress));
      if (hasEnded(progress)) return;
    }
    const stream =
      id === undefined
        ? client.sendMessageStream(this.toSend(request, waiting?.id), { signal })
        : client.resubscribeTask({ tenant: '', id }, { signal });
    for await (const piece of stream) {
      note(progress, piece);
      shown.show(answerOf(progress));
    }
    if (!hasEnded(progress)) throw new Error('its stream ended before its answer');
  }

  /** The task that this message has begun before, and the task of this conversation that waits for an answer. */
  private async find(client: Client, signal: AbortSignal): Promise<{ waiting?: Task; same?: Task }> {
    const { contextId, messageId } = this.question;
    const tasks = await client
      .listTasks({ ...NO_FILTER, contextId, pageSize: 20, historyLength: 100 }, { signal })
      .then((page) => page.tasks.filter((task) => task.contextId === contextId))
      .catch((error: unknown) => {
        // Listing tasks is not everywhere: without it, the message id alone says that a question is the same.
        if (signal.aborted || error instanceof TypeError || error instanceof RemoteRefusal) throw error;
        return [];
      });
    const same = tasks.find(({ history }) => history.some((one) => one.messageId === messageId));
    const waiting = tasks.find(({ status }) => status?.state === STATE.inputRequired);
    return { ...(waiting && { waiting }), ...(same && { same }) };
  }

  private toSend(request: ModelRequest, taskId = ''): Parameters<Client['sendMessageStream']>[0] {
    const { contextId, messageId } = this.question;
    const part = (content: Part['content'], filename = '', mediaType = ''): Part => ({
      content,
      filename,
      mediaType,
      metadata: undefined,
    });
    const parts = [
      part({ $case: 'text', value: flattenPrompt(request) }),
      ...picturesOf(request).map(({ data, name, type }) =>
        part({ $case: 'raw', value: Buffer.from(data, 'base64') }, name, type),
      ),
    ];
    const rest = { metadata: undefined, extensions: [], referenceTaskIds: [] };
    const message: Message = { messageId, contextId, taskId, role: 1, parts, ...rest };
    return { tenant: '', message, configuration: undefined, metadata: undefined };
  }

  private outcome(
    progress: RemoteAnswer,
    shown: ShownText,
  ): Pick<ModelReply, 'content' | 'shown' | 'failure' | 'finish_reason'> {
    const { state, said } = progress;
    const failed = (code: FailureCode, what: string): Pick<ModelReply, 'content' | 'shown' | 'failure'> => {
      const message = `${this.description} ${what}${said ? `: ${said}` : ''}`;
      return { content: shown.text, shown: shown.text, failure: { code, message } };
    };
    if (state === STATE.failed) return failed('model_error', 'has failed');
    if (state === STATE.canceled) return failed('model_error', 'has canceled its task');
    if (state === STATE.rejected) return failed('refused', 'has refused the task');
    if (state === STATE.authRequired) return failed('refused', 'wants somebody to log in there');
    // A question is the answer of this turn: what people say next continues its task.
    const addsSaid = state === STATE.inputRequired || shown.text === '';
    if (addsSaid && said !== '') shown.addParagraph(said);
    return { content: shown.text, shown: shown.text, finish_reason: 'stop' };
  }

  /** Cancels the task of a turn that people stopped. One that another process continues goes on. */
  private async cancel(client: Client | undefined, { task }: RemoteAnswer, signal: AbortSignal): Promise<void> {
    if (!client || task === undefined || signal.reason instanceof TransientError) return;
    const limit = AbortSignal.timeout(CANCEL_MS);
    const request = { tenant: '', id: task, metadata: undefined };
    await client.cancelTask(request, { signal: limit }).catch(() => undefined);
  }
}

/** What one attempt works with. */
interface RemoteAttempt {
  readonly request: ModelRequest;
  readonly progress: RemoteAnswer;
  readonly shown: ShownText;
  readonly signal: AbortSignal;
}

const NO_FILTER = { tenant: '', status: 0, pageToken: '', statusTimestampAfter: undefined, includeArtifacts: false };

/** A redirect is not followed: it would lead to where nobody has said that the agent is. */
const isFinal = (status: number): boolean => (status >= 300 && status < 400) || [401, 403, 404].includes(status);

const answerOf = ({ artifacts }: RemoteAnswer): string =>
  [...artifacts.values()].filter((text) => text !== '').join('\n\n');

const hasEnded = ({ state }: RemoteAnswer): boolean => state !== undefined && ENDED.has(state);

/** Adds a piece of a stream to what is known. */
function note(progress: RemoteAnswer, { payload }: StreamResponse): void {
  if (payload?.$case === 'message') {
    progress.state = STATE.completed;
    progress.artifacts.set('', textOf(payload.value.parts));
  } else if (payload?.$case === 'task') {
    noteTask(progress, payload.value);
  } else if (payload?.$case === 'statusUpdate') {
    progress.task ??= payload.value.taskId;
    noteStatus(progress, payload.value.status);
  } else if (payload?.$case === 'artifactUpdate') {
    noteArtifact(progress, payload.value);
  }
}

function noteTask(progress: RemoteAnswer, { id, status, artifacts }: Task): void {
  progress.task = id;
  noteStatus(progress, status);
  progress.artifacts.clear();
  for (const { artifactId, parts } of artifacts) progress.artifacts.set(artifactId, textOf(parts));
}

function noteArtifact({ artifacts }: RemoteAnswer, { artifact, append }: TaskArtifactUpdateEvent): void {
  if (!artifact) return;
  const before = append ? (artifacts.get(artifact.artifactId) ?? '') : '';
  artifacts.set(artifact.artifactId, before + textOf(artifact.parts));
}

function noteStatus(progress: RemoteAnswer, status: Task['status']): void {
  if (status === undefined) return;
  progress.state = status.state;
  progress.said = textOf(status.message?.parts);
}
