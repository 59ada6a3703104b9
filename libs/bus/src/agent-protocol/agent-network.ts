import { setTimeout as pause } from 'node:timers/promises';
import { endsWithin, errorMessage, type Logger, type NatsSettings } from '@crumbtrail/platform';
import type { NatsConnection } from 'nats';
import { connectToNats } from '../connection/connect-to-nats';
import { AGENTS_USER } from '../nats-server/agents-grants';
import { inboxPrefix } from '../protocol/subjects';
import { AGENTS_SETTING, agentSubject } from './addresses';
import { AgentDirectory, type SeenAgents } from './agent-directory';
import { SenderCheck } from './agent-sender';
import { type AnswerPrompt, type HostedAgent, RunningAgent } from './hosted-agent';

/** The NATS server on which agents meet, and how prompts are answered. */
export interface AgentNetworkOptions {
  readonly nats: NatsSettings;
  readonly answer: AnswerPrompt;
  /** Milliseconds. @default 30,000 */
  readonly heartbeatMs?: number;
  readonly logger: Logger;
}

const HEARTBEAT_MS = 30_000;

/** Pause in milliseconds before another attempt to connect. */
const RECONNECT_AFTER_MS = 2_000;

/** How long streams may take to end at shutdown, in milliseconds. */
const END_WITHIN_MS = 5_000;

/** The agents of this process on a NATS server of other agents. It is connected to in the background, for as long as that takes. */
export class AgentNetwork {
  private readonly leaving = new AbortController();
  private readonly senders = new SenderCheck();
  private readonly running = new Map<string, RunningAgent>();
  private readonly answering = new Set<Promise<void>>();
  private wanted: ReadonlyMap<string, HostedAgent> = new Map();
  private connection: NatsConnection | undefined;
  private directory: AgentDirectory | undefined;
  private problem: string | undefined = 'the first attempt to connect has not ended yet';
  private work: Promise<void> = Promise.resolve();
  private connecting: Promise<void> | undefined;

  constructor(private readonly options: AgentNetworkOptions) {}

  /** Begins to connect. */
  start(): void {
    this.connecting ??= this.keepConnected();
  }

  /** Publishes these agents, and no others. */
  publish(agents: readonly HostedAgent[]): Promise<void> {
    this.wanted = new Map(agents.map((agent) => [JSON.stringify(agent), agent]));
    return this.reconcile();
  }

  /** The agents on the server; undefined while there is no connection. */
  async discover(): Promise<SeenAgents | undefined> {
    return this.problem === undefined ? this.directory?.list() : undefined;
  }

  /** Rejects with the reason while there is no connection. */
  async check(): Promise<void> {
    if (this.problem !== undefined)
      throw new Error(`The NATS server of ${AGENTS_SETTING} is not connected: ${this.problem}.`);
    await this.connection?.flush();
  }

  /** Takes no more prompts, and waits, at most 5 s, until the streams of those in progress have ended. */
  async stopServing(): Promise<void> {
    this.wanted = new Map();
    this.leaving.abort();
    await this.reconcile();
    await endsWithin(Promise.allSettled([...this.answering]), END_WITHIN_MS);
  }

  /** Closes the connection, after what is queued was sent. */
  async close(): Promise<void> {
    await this.stopServing();
    await this.connection?.drain().catch(() => undefined);
    await this.connecting;
  }

  private reconcile(): Promise<void> {
    this.work = this.work.then(() => this.apply());
    return this.work;
  }

  /** Stops first: a changed agent keeps its subjects. */
  private async apply(): Promise<void> {
    const { connection } = this;
    if (!connection || connection.isClosed()) return;
    for (const [key, agent] of [...this.running]) {
      if (this.wanted.has(key)) continue;
      this.running.delete(key);
      await agent.stop();
    }
    for (const [key, agent] of this.wanted) if (!this.running.has(key)) await this.serve(connection, key, agent);
  }

  private async serve(connection: NatsConnection, key: string, agent: HostedAgent): Promise<void> {
    const { answer, heartbeatMs = HEARTBEAT_MS, logger } = this.options;
    const track: AnswerPrompt = (prompt, stream) => this.track(answer(prompt, stream));
    const shared = { senders: this.senders, heartbeatMs, logger };
    const host = { connection, inboxPrefix: inboxPrefix(AGENTS_USER), answer: track, ...shared };
    try {
      this.running.set(key, await RunningAgent.start(agent, host));
      logger.info({ agent: agent.name, owner: agent.owner }, `published at ${agentSubject('prompt', agent)}`);
    } catch (error) {
      logger.error({ err: error, agent }, 'an agent could not be published on NATS');
    }
  }

  private track(answering: Promise<void>): Promise<void> {
    this.answering.add(answering);
    const forget = (): unknown => this.answering.delete(answering);
    answering.then(forget, forget);
    return answering;
  }

  private async keepConnected(): Promise<void> {
    const { signal } = this.leaving;
    const { nats, logger } = this.options;
    while (!signal.aborted) {
      try {
        const connection = await connectToNats({ ...nats, service: AGENTS_USER, setting: AGENTS_SETTING });
        this.use(connection);
        const error = await connection.closed();
        if (error) throw error;
      } catch (error) {
        this.problem = errorMessage(error);
        logger.warn({ problem: this.problem }, 'published agents cannot be reached over NATS');
      }
      await pause(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private use(connection: NatsConnection): void {
    this.connection = connection;
    this.directory = new AgentDirectory(connection, inboxPrefix(AGENTS_USER));
    this.problem = undefined;
    // Services end with their connection.
    this.running.clear();
    void this.watch(connection);
    void this.reconcile();
  }

  private async watch(connection: NatsConnection): Promise<void> {
    const { logger } = this.options;
    for await (const { type, permissionContext } of connection.status()) {
      if (permissionContext) logger.warn(permissionContext, 'NATS refuses a subject to the user of AGENTS_NATS_URL');
      if (type === 'disconnect') this.problem = 'the connection broke';
      if (type === 'reconnect') this.problem = undefined;
    }
  }
}
