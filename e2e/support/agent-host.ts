import { connect, createInbox, headers, type NatsConnection, type Service, type ServiceMsg } from 'nats';

/** A prompt as it arrived. */
export interface ReceivedPrompt {
  readonly prompt: string;
  /** In the JSON, and in the header `Nats-Msg-Id`. */
  readonly ids: readonly unknown[];
  readonly attachments: readonly { readonly filename: string; readonly content: string }[];
}

/** The program, the owner and the name of a host. */
export interface HostAddress {
  readonly agent: string;
  readonly owner: string;
  readonly name: string;
}

/** How a host deviates from the plain one. */
export interface HostOptions {
  /** Further metadata of its prompt endpoint. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly protocol?: string;
}

/** Asks its caller and waits for the one reply. */
export type AskCaller = (prompt: string) => Promise<string>;

/** What a host does with a prompt: writes pieces, asks its caller, or throws a HostError. */
export type HostAnswer = (
  text: string,
  say: (data: unknown) => void,
  ask: AskCaller,
  send: (chunk: unknown) => void,
) => Promise<void>;

/** An error of the table of codes. */
export class HostError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly body: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** An agent of another program on NATS, over the plain client. It knows the rules of the agent protocol, and nothing of Crumbtrail. */
export class AgentHost {
  readonly received: ReceivedPrompt[] = [];
  private beating: NodeJS.Timeout | undefined;

  private constructor(
    readonly connection: NatsConnection,
    private readonly service: Service,
    private readonly answer: HostAnswer,
  ) {}

  static async start(
    connection: NatsConnection,
    { agent, owner, name }: HostAddress,
    answer: HostAnswer,
    { metadata = {}, protocol = '0.3' }: HostOptions = {},
  ): Promise<AgentHost> {
    const service = await connection.services.add({
      name: 'agents',
      version: '2.1.0',
      queue: 'agents',
      metadata: { agent, owner, session: name, protocol_version: protocol },
    });
    const host = new AgentHost(connection, service, answer);
    service.addEndpoint('prompt', {
      subject: `agents.prompt.${agent}.${owner}.${name}`,
      queue: 'agents',
      metadata: { max_payload: '512KB', attachments_ok: 'true', ...metadata },
      handler: (_, message) => void host.take(message),
    });
    const beat = (): string =>
      JSON.stringify({ agent, owner, session: name, instance_id: service.info().id, ts: new Date(), interval_s: 1 });
    service.addEndpoint('status', {
      subject: `agents.status.${agent}.${owner}.${name}`,
      queue: 'agents',
      handler: (_, message) => void message.respond(beat()),
    });
    host.beating = setInterval(() => connection.publish(`agents.hb.${agent}.${owner}.${name}`, beat()), 1_000);
    await connection.flush();
    return host;
  }

  static connect(servers: string, login: { readonly user: string; readonly pass: string }): Promise<NatsConnection> {
    return connect({ servers, ...login, reconnect: false });
  }

  async stop(): Promise<void> {
    clearInterval(this.beating);
    await this.service.stop();
  }

  private async take(message: ServiceMsg): Promise<void> {
    const publish = (body: string, fields: Readonly<Record<string, string>> = {}): void => {
      const made = headers();
      for (const [field, value] of Object.entries(fields)) made.set(field, value);
      const more = Object.keys(fields).length > 0 ? { headers: made } : {};
      this.connection.publish(message.reply ?? '', body, more);
    };
    const send = (chunk: unknown): void => publish(JSON.stringify(chunk));
    const text = message.string();
    const {
      prompt,
      id,
      attachments = [],
    } = (text.trimStart().startsWith('{') ? JSON.parse(text) : { prompt: text }) as ReceivedPrompt & {
      readonly id?: unknown;
    };
    this.received.push({ prompt, ids: [id, message.headers?.get('Nats-Msg-Id')], attachments });
    try {
      send({ type: 'status', data: 'ack' });
      const last = prompt.trim().split('\n').at(-1) ?? '';
      const ask: AskCaller = (question) => this.ask(question, send);
      await this.answer(last.replace(/^[^:]*: /, ''), (data) => send({ type: 'response', data }), ask, send);
    } catch (error) {
      const { code, message: why, body } = error instanceof HostError ? error : new HostError(500, String(error));
      publish(JSON.stringify({ error: 'failed', message: why, ...body }), {
        'Nats-Service-Error-Code': `${code}`,
        'Nats-Service-Error': why,
      });
    }
    publish('');
  }

  private ask(prompt: string, send: (chunk: unknown) => void): Promise<string> {
    const reply_subject = createInbox();
    return new Promise((resolve) => {
      const callback = (_: Error | null, reply: { string(): string }): void => resolve(reply.string());
      this.connection.subscribe(reply_subject, { max: 1, callback });
      send({ type: 'query', data: { id: 'q1', reply_subject, prompt } });
    });
  }
}
