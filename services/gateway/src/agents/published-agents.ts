import { AGENT_PROGRAM, AgentNetwork, explainAgentToken, type HostedAgent, type SeenAgents } from '@crumbtrail/bus';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import { ListPublishedAgents, type PublishedAgent } from '@crumbtrail/contracts/operations/published-agents';
import { Health, LOGGER, type Logger, WakeSignal } from '@crumbtrail/platform';
import { ShutdownSignal } from '../http/shutdown-signal';
import { requiredTags } from '../openai/agent-models';
import { ServiceRequests } from '../ports';
import { NatsAgentSettings } from './agent-settings';
import { PromptAnswerer } from './prompt-answerer';

/** How often the definitions are looked at anyway: a signal of a change can be lost. */
const LOOK_ANYWAY_MS = 30_000;

/** How long a store may take to list them, in milliseconds. */
const LIST_WITHIN_MS = 5_000;

function toHosted({ workspace, definition }: PublishedAgent): HostedAgent | undefined {
  const { agent, name = agent, publish } = definition;
  if (!publish?.nats) return undefined;
  const { min_sender_trust = 'any', session } = publish.nats;
  const description = `${name}, an agent of the workspace ${workspace} of Crumbtrail`;
  const address = { agent: AGENT_PROGRAM, owner: workspace, name: agent };
  return { ...address, description, min_sender_trust, ...(session !== undefined && { session }) };
}

/** Serves the agents that their definitions publish on NATS, and follows changes of these. */
@Injectable()
export class PublishedAgents implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly network: AgentNetwork | undefined;
  private readonly leaving = new AbortController();
  private readonly wakeSignal = new WakeSignal();
  private readonly warned = new Set<string>();
  private following: Promise<void> | undefined;

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    answerer: PromptAnswerer,
    health: Health,
    { nats, heartbeatMs }: NatsAgentSettings,
    private readonly closing: ShutdownSignal,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    if (!nats) return;
    const network = new AgentNetwork({
      nats,
      heartbeatMs,
      logger,
      answer: (prompt, stream) => answerer.answer(prompt, stream),
    });
    health.report('agents-nats', () => network.check());
    this.network = network;
  }

  /** The agents that are seen on the server, of whatever program. Refuses with `not_found` where there is none, with `unavailable` without a connection to it. */
  async discover(): Promise<SeenAgents> {
    if (!this.network)
      throw refuse(
        'not_found',
        'The gateway meets no agents: set AGENTS_NATS_URL, or AGENTS_NATS where Crumbtrail starts nats-server itself.',
      );
    const found = await this.network.discover();
    if (!found) throw refuse('unavailable', 'The gateway is not connected to the NATS server of AGENTS_NATS_URL.');
    return found;
  }

  onApplicationBootstrap(): void {
    if (!this.network) return;
    this.network.start();
    this.following = this.follow(this.network);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.leaving.abort();
    this.closing.fire();
    await this.network?.stopServing();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.following;
    await this.network?.close();
  }

  private async follow(network: AgentNetwork): Promise<void> {
    const { signal } = this.leaving;
    const stop = this.requests.onDefinitions(() => this.wakeSignal.notify());
    while (!signal.aborted) {
      try {
        await network.publish(await this.list());
      } catch (error) {
        this.logger.warn({ err: error }, 'the published agents could not be listed; those of before stay');
      }
      await this.wakeSignal.wait(LOOK_ANYWAY_MS, signal);
    }
    stop();
  }

  /** Of two agents with one address, such as of two cells whose workspaces have one name, the first is served. */
  private async list(): Promise<HostedAgent[]> {
    const request = (cell: string) =>
      this.requests.requestAsGateway(ListPublishedAgents, {}, { cell, timeoutMs: LIST_WITHIN_MS });
    const lists = await Promise.all(this.requests.cells.map(request));
    const found = new Map<string, HostedAgent>();
    for (const agent of lists.flatMap(({ agents }) => agents)) {
      const hosted = toHosted(agent);
      const address = `${agent.workspace}.${agent.definition.agent}`;
      const taken = found.has(address) ? 'another cell has an agent of this address' : undefined;
      const why = hosted && (explainProblem(hosted) ?? explainDeafness(agent) ?? taken);
      if (why !== undefined) this.warnOnce(address, why);
      else if (hosted) found.set(address, hosted);
    }
    return [...found.values()];
  }

  private warnOnce(address: string, why: string): void {
    if (this.warned.has(address)) return;
    this.warned.add(address);
    this.logger.warn(`${address} is not published on NATS: ${why}`);
  }
}

const explainDeafness = ({ definition }: PublishedAgent): string | undefined =>
  requiredTags(definition) === null ? 'no message wakes it: it has no subscription to user.message.v1' : undefined;

/** A workspace or an agent whose name cannot be a part of a subject is not served. */
function explainProblem({ owner, name }: HostedAgent): string | undefined {
  const [word, wrong] = explainAgentToken(owner) === undefined ? ['agent', name] : ['workspace', owner];
  const why = explainAgentToken(wrong);
  return why === undefined ? undefined : `the name of the ${word} ${why}`;
}
