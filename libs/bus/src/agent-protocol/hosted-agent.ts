import { asHandlerIfShared, errorMessage, type Logger, PRODUCT_VERSION } from '@crumbtrail/platform';
import type { NatsConnection, Service, ServiceMsg } from 'nats';
import { type AgentAddress, agentSubject, AGENT_PROTOCOL_VERSION, AGENTS, formatSize } from './addresses';
import { AgentError } from './agent-error';
import { PROMPT_ID_HEADER, REPETITIONS } from './agent-info';
import { type AgentSender, SENDER_HEADER, type SenderCheck } from './agent-sender';
import { parsePrompt, type PromptEnvelope } from './prompt-envelope';
import { PromptStream } from './prompt-stream';

/** An agent that others on NATS may prompt. */
export interface HostedAgent extends AgentAddress {
  /** The one session of its prompts. Absent: each caller has its own. */
  readonly session?: string;
  readonly description: string;
  /** `signed`: only prompts with a valid signature of their sender are served. */
  readonly min_sender_trust: 'any' | 'signed';
}

/** A prompt that has arrived. */
export interface IncomingPrompt {
  readonly to: AgentAddress;
  readonly envelope: PromptEnvelope;
  readonly sender: AgentSender;
  /** An API key, from the header `Authorization: Bearer`. */
  readonly key?: string;
  /** By which a repetition of the prompt is recognised: the header `Nats-Msg-Id`. */
  readonly id?: string;
  readonly traceparent?: string;
}

/** Answers a prompt on its stream. Rejects with an {@link AgentError}; any other error is shown as internal and logged. */
export type AnswerPrompt = (prompt: IncomingPrompt, stream: PromptStream) => Promise<void>;

/** What the agents of one process share. */
export interface HostOptions {
  readonly connection: NatsConnection;
  /** The prefix of the subjects on which callers reply to queries. */
  readonly inboxPrefix: string;
  readonly senders: SenderCheck;
  readonly answer: AnswerPrompt;
  readonly heartbeatMs: number;
  readonly logger: Logger;
}

/** Subjects that begin so belong to the server: a prompt whose reply would go there is an attempt to use the rights of this connection. */
const isReserved = (subject: string): boolean => subject.startsWith('$');

const BEARER = /^bearer +([\x21-\x7e]{1,512})$/i;

/** One agent as a service instance on NATS. */
export class RunningAgent {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly agent: HostedAgent,
    private readonly options: HostOptions,
    private readonly service: Service,
  ) {
    this.timer = setInterval(() => this.beat(), options.heartbeatMs);
    this.timer.unref();
  }

  /** Registers the service and sends its first heartbeat. */
  static async start(agent: HostedAgent, options: HostOptions): Promise<RunningAgent> {
    const { connection, logger } = options;
    const { agent: program, owner, session, description } = agent;
    const metadata = { agent: program, owner, protocol_version: AGENT_PROTOCOL_VERSION };
    const service = await connection.services.add({
      name: AGENTS,
      version: PRODUCT_VERSION,
      description,
      metadata: session === undefined ? metadata : { ...metadata, session },
      queue: AGENTS,
    });
    const running = new RunningAgent(agent, options, service);
    running.addEndpoints();
    await connection.flush();
    running.beat();
    void service.stopped.then((error) => {
      if (error) logger.error({ err: error, agent }, 'NATS has ended the service of a published agent');
    });
    return running;
  }

  /** Takes no more prompts; those in progress go on. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.service.stop();
  }

  private get maxPayload(): number {
    return this.options.connection.info?.max_payload ?? 1024 * 1024;
  }

  private addEndpoints(): void {
    const { min_sender_trust } = this.agent;
    this.service.addEndpoint('prompt', {
      subject: agentSubject('prompt', this.agent),
      queue: AGENTS,
      metadata: {
        max_payload: formatSize(this.maxPayload),
        attachments_ok: 'true',
        min_sender_trust,
        [REPETITIONS]: PROMPT_ID_HEADER,
      },
      handler: (error, message) => {
        if (!error) void asHandlerIfShared('agents.prompt', () => this.take(message));
      },
    });
    this.service.addEndpoint('status', {
      subject: agentSubject('status', this.agent),
      queue: AGENTS,
      handler: (error, message) => {
        if (!error && !isReserved(message.reply ?? '$')) message.respond(this.heartbeat());
      },
    });
  }

  private heartbeat(): string {
    const { agent, owner, session } = this.agent;
    const { id } = this.service.ping();
    const interval_s = this.options.heartbeatMs / 1_000;
    return JSON.stringify({ agent, owner, session, instance_id: id, ts: new Date().toISOString(), interval_s });
  }

  private beat(): void {
    const { connection } = this.options;
    if (!connection.isClosed()) connection.publish(agentSubject('hb', this.agent), this.heartbeat());
  }

  private async take(message: ServiceMsg): Promise<void> {
    const { connection, inboxPrefix, logger } = this.options;
    const { reply } = message;
    if (!reply || isReserved(reply))
      return logger.warn({ reply, agent: this.agent }, 'a prompt without a subject for its answer was dropped');
    const stream = new PromptStream(connection, reply, inboxPrefix, this.maxPayload);
    try {
      await this.options.answer(this.read(message), stream);
      stream.end();
    } catch (error) {
      stream.fail(error instanceof AgentError ? error : this.internal(error));
    }
  }

  private read({ subject, data, headers }: ServiceMsg): IncomingPrompt {
    const header = (name: string): string | undefined => (headers?.has(name) ? headers.get(name) : undefined);
    const sender = this.options.senders.classify(header(SENDER_HEADER), { subject, payload: data });
    const [key, id, traceparent] = [
      BEARER.exec(header('Authorization') ?? '')?.[1],
      header(PROMPT_ID_HEADER),
      header('traceparent'),
    ];
    const more = { ...(key && { key }), ...(id && { id }), ...(traceparent && { traceparent }) };
    return { to: this.agent, envelope: parsePrompt(data), sender, ...more };
  }

  private internal(error: unknown): AgentError {
    this.options.logger.error({ err: error, agent: this.agent }, `a prompt failed: ${errorMessage(error)}`);
    const message = 'The prompt failed with an internal error. The gateway logged it at this time.';
    return new AgentError(500, { error: 'internal', message });
  }
}
