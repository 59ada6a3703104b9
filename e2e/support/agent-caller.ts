import { createHash, randomBytes } from 'node:crypto';
import { connect, createInbox, headers, nkeys, type Msg, type NatsConnection } from 'nats';

/** A message on the reply subject of a prompt, as it arrived. */
export interface ReceivedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A stream of answers, from its first message to its end, or to the time limit of the caller. */
export interface ReceivedStream {
  readonly messages: readonly ReceivedMessage[];
  /** The parsed chunks. */
  readonly chunks: readonly { readonly type: string; readonly data: unknown }[];
  /** The texts of the responses, joined. */
  readonly text: string;
  readonly error?: {
    readonly code: number;
    readonly description: string;
    readonly body: Readonly<Record<string, unknown>>;
  };
  /** `ended`: by an empty message without headers. `silent`: the caller gave up. */
  readonly end: 'ended' | 'silent';
}

/** How a prompt is sent. */
export interface PromptOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds without any message after which the caller gives up. */
  readonly patienceMs?: number;
  /** Answers a query, or leaves it. */
  readonly answer?: (query: { readonly id: string; readonly prompt: string }) => string | undefined;
  /** Sees each message when it arrives. */
  readonly onMessage?: (message: ReceivedMessage) => void;
  readonly reply?: string;
}

/** A service of the name `agents`, as it describes itself. */
export interface FoundAgent {
  readonly name: string;
  readonly id: string;
  readonly version: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly endpoints: readonly {
    readonly name: string;
    readonly subject: string;
    readonly queue_group?: string;
    readonly metadata?: Readonly<Record<string, string>>;
  }[];
}

const toReceived = ({ data, headers: given }: Msg): ReceivedMessage => ({
  body: Buffer.from(data).toString('utf8'),
  headers: Object.fromEntries([...(given ?? [])].map(([name, [value = '']]) => [name, value])),
});

const isEnd = ({ body, headers: given }: ReceivedMessage): boolean => body === '' && Object.keys(given).length === 0;

function readError(messages: readonly ReceivedMessage[]): ReceivedStream['error'] {
  const failed = messages.find((one) => one.headers['Nats-Service-Error-Code'] !== undefined);
  if (!failed) return undefined;
  const body = failed.body === '' ? {} : (JSON.parse(failed.body) as Record<string, unknown>);
  return {
    code: Number(failed.headers['Nats-Service-Error-Code']),
    description: failed.headers['Nats-Service-Error'] ?? '',
    body,
  };
}

function readChunks(messages: readonly ReceivedMessage[]): ReceivedStream['chunks'] {
  return messages
    .filter((one) => !isEnd(one) && one.headers['Nats-Service-Error-Code'] === undefined)
    .map(({ body }) => JSON.parse(body) as { type: string; data: unknown });
}

const textOf = (data: unknown): string => (typeof data === 'string' ? data : (data as { text: string }).text);

/** The header `Agent-Sender` of a user, signed unless there is no seed. Written from the rules of the protocol alone. */
export function agentSender(
  seed: string,
  subject: string,
  payload: string,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const pair = nkeys.fromSeed(new TextEncoder().encode(seed));
  const fields = {
    v: 1,
    account: '$G',
    user: pair.getPublicKey(),
    sub: subject,
    ts: new Date().toISOString().replace(/\.\d+/, ''),
    nonce: randomBytes(11).toString('hex'),
    ...more,
  };
  const hash = createHash('sha256').update(payload).digest('hex');
  const { account, user, sub, ts, nonce } = fields;
  const input = ['AGENT-SENDER-V1', account, user, sub, ts, nonce, hash].map((line) => `${line}\n`).join('');
  const sig = Buffer.from(pair.sign(new TextEncoder().encode(input))).toString('base64url');
  return JSON.stringify({ ...fields, sig, ...more });
}

/** A caller of the agent protocol over the plain NATS client. It knows the rules of the protocol, and nothing of Crumbtrail. */
export class AgentCaller {
  private constructor(readonly connection: NatsConnection) {}

  static async connect(servers: string, login: { readonly user: string; readonly pass: string }): Promise<AgentCaller> {
    return new AgentCaller(await connect({ servers, ...login, reconnect: false }));
  }

  /** Everybody who answers `$SRV.<verb>.agents` within a moment. */
  async discover(verb: 'PING' | 'INFO' = 'INFO', id?: string): Promise<FoundAgent[]> {
    const inbox = createInbox();
    const found: FoundAgent[] = [];
    const subscription = this.connection.subscribe(inbox, {
      callback: (_, message) => {
        if (message.data.length > 0) found.push(message.json<FoundAgent>());
      },
    });
    this.connection.publish(`$SRV.${verb}.agents${id === undefined ? '' : `.${id}`}`, undefined, { reply: inbox });
    await new Promise((resolve) => setTimeout(resolve, 400));
    subscription.unsubscribe();
    return found;
  }

  /** The endpoint of an agent by the name in its subject. */
  async endpoint(name: string, endpoint: 'prompt' | 'status' = 'prompt'): Promise<FoundAgent['endpoints'][number]> {
    for (const agent of await this.discover()) {
      const found = agent.endpoints.find((one) => one.name === endpoint && one.subject.split('.').at(-1) === name);
      if (found) return found;
    }
    throw new Error(`No agent ${name} answers`);
  }

  /** Sends a prompt and reads its stream. */
  prompt(subject: string, payload: string | Uint8Array, options: PromptOptions = {}): Promise<ReceivedStream> {
    const { patienceMs = 20_000, reply = createInbox() } = options;
    return new Promise((resolve) => {
      const messages: ReceivedMessage[] = [];
      const finish = (end: ReceivedStream['end']): void => {
        clearTimeout(timer);
        subscription.unsubscribe();
        const error = readError(messages);
        const chunks = readChunks(messages);
        const text = chunks
          .filter(({ type }) => type === 'response')
          .map(({ data }) => textOf(data))
          .join('');
        resolve({ messages, chunks, text, end, ...(error && { error }) });
      };
      const timer = setTimeout(() => finish('silent'), patienceMs);
      const subscription = this.connection.subscribe(reply, {
        callback: (_, message) => {
          const received = toReceived(message);
          messages.push(received);
          options.onMessage?.(received);
          timer.refresh();
          if (isEnd(received)) finish('ended');
          else this.reply(received, options);
        },
      });
      const made = headers();
      for (const [name, value] of Object.entries(options.headers ?? {})) made.set(name, value);
      this.connection.publish(subject, payload, { reply, headers: made });
    });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private reply({ body, headers: given }: ReceivedMessage, { answer }: PromptOptions): void {
    if (given['Nats-Service-Error-Code'] !== undefined) return;
    const { type, data } = JSON.parse(body) as {
      type: string;
      data: { id: string; reply_subject: string; prompt: string };
    };
    const text = type === 'query' ? answer?.(data) : undefined;
    if (text !== undefined) this.connection.publish(data.reply_subject, text);
  }
}
