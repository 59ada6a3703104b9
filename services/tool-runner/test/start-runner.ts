import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolRegistry, type Tool } from '@crumbtrail/tool-runtime';
import { Bus, CrumbStore, isErased, type WorkspaceStore } from '@crumbtrail/bus';
import {
  singletonId,
  ToolDef,
  toolRequestId,
  ToolResponse,
  toolResponseId,
  type Contract,
  type Crumb,
  type Draft,
  type Ref,
  type ToolRequest,
} from '@crumbtrail/contracts';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { eventually, TestStack, type StackSettings } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { SERVICE, toConfig } from '../src/config';
import { endTurn, leaveAgent, leaveStep, noteStart, openTurn, type OpenTurn, type Stores } from './turn-fixture';

const WORKSPACE = 'default';
const OTHERS = {
  conductor: false,
  'context-builder': false,
  'agent-executor': false,
  'memory-keeper': false,
  gateway: false,
} as const;

/** Where a request belongs; by default the first one of a new turn. */
interface Where {
  readonly agent?: string;
  readonly turn?: OpenTurn;
  readonly step?: number;
}

/**
 * A real store and NATS, with tool-runners in this process or as processes of the stack; the test plays the other
 * services.
 */
export class RunnersUnderTest {
  readonly runners: RunningService[] = [];
  private readonly buses: Bus[] = [];

  private constructor(
    readonly stack: TestStack,
    private readonly stores: { current?: Stores } = {},
  ) {}

  /** With `process`, the stack runs a tool-runner as a separate process. */
  static async start(
    process: NonNullable<StackSettings['services']>['tool-runner'] = false,
  ): Promise<RunnersUnderTest> {
    const env = { ACK_WAIT_MS: '2000', CLAIM_TTL_MS: '2000' };
    const world = new RunnersUnderTest(
      await TestStack.start({ env, apart: 'all', services: { ...OTHERS, 'tool-runner': process } }),
    );
    const [gateway, conductor, executor] = await Promise.all([
      world.as('gateway', world.stack.key),
      world.as('conductor'),
      world.as('agent-executor'),
    ]);
    world.stores.current = { gateway, conductor, executor };
    return world;
  }

  async stop(): Promise<void> {
    await this.haltRunners();
    await Promise.all(this.buses.map((bus) => bus.drain()));
    await this.stack.stop();
  }

  async haltRunners(): Promise<void> {
    await Promise.all(this.runners.splice(0).map((one) => one.close()));
  }

  /** Starts a tool-runner in this process, with these tools besides the built-in ones. */
  async runner(tools: readonly Tool[] = [], env: Record<string, string> = {}): Promise<RunningService> {
    const login = { NATS_URL: this.stack.natsUrl, NATS_USER: SERVICE, NATS_PASSWORD: await this.password(SERVICE) };
    const config = toConfig({ ...login, LOG_LEVEL: 'silent', ACK_WAIT_MS: '1000', CLAIM_TTL_MS: '1500', ...env });
    const logger = createLogger(SERVICE, config.logLevel);
    const one = await startService({ service: SERVICE, module: AppModule.forRoot(config), config }, logger);
    this.runners.push(one);
    one.app.get(ToolRegistry).put('test', tools);
    for (const { definition } of tools) await eventually(() => this.definition(definition.name));
    return one;
  }

  /** The store as seen by a service, or with a key. */
  async as(service: string, key?: string, workspace = WORKSPACE): Promise<WorkspaceStore> {
    return new CrumbStore(await this.bus(service)).in(workspace, key === undefined ? {} : { key });
  }

  /** The bus as seen by a service, for tests that answer requests in its place. */
  async bus(service: string): Promise<Bus> {
    const login = { user: service, password: await this.password(service) };
    const logger = createLogger(service, 'silent');
    const bus = await Bus.connect({ servers: this.stack.natsUrl, service, ...login, logger });
    this.buses.push(bus);
    return bus;
  }

  get all(): Stores {
    return this.stores.current as Stores;
  }

  /** Creates a crumb as an operator. */
  async leave(schema_name: string, context: object, more: Partial<Draft> = {}): Promise<Ref> {
    const draft = { schema_name, context, ...more } as Draft;
    const { results } = await this.all.gateway.commit({ writes: [{ op: 'create', draft }] });
    return results[0] as Ref;
  }

  definition(tool: string): Promise<Crumb<typeof ToolDef> | null> {
    return this.all.gateway.readOne(ToolDef, singletonId(WORKSPACE, 'tool', tool));
  }

  agent(agent: string, tools: readonly string[]): Promise<void> {
    return leaveAgent(this.all, agent, tools);
  }

  turn(agent = 'abe', message: Partial<Draft> = {}): Promise<OpenTurn> {
    return openTurn(this.all, agent, message);
  }

  end(turn: OpenTurn): Promise<void> {
    return endTurn(this.all, turn);
  }

  /** Requests a tool; returns the request's id. */
  async ask(tool: string, input: object, { agent, turn: given, step = 1 }: Where = {}): Promise<string> {
    const turn = given ?? (await this.turn(agent));
    const known = await this.definition(tool);
    const tool_def = { id: singletonId(WORKSPACE, 'tool', tool), version: known?.version ?? 1 };
    await leaveStep(this.all, turn, step, { tool, input, tool_def, runner: known?.context.runner ?? SERVICE });
    return toolRequestId(WORKSPACE, turn.id, { step, ordinal: 0 });
  }

  /** Waits for the response to a request. */
  async answer(request: string): Promise<Crumb<typeof ToolResponse>> {
    const there = () => this.all.executor.readOne(ToolResponse, toolResponseId(WORKSPACE, request));
    return (await eventually(there)) as Crumb<typeof ToolResponse>;
  }

  /** Requests a tool and waits for its response. */
  async run(tool: string, input: object, where: Where = {}): Promise<Crumb<typeof ToolResponse>> {
    return this.answer(await this.ask(tool, input, where));
  }

  async noteStart(request: string): Promise<void> {
    await noteStart(await this.as(SERVICE), (await this.crumb(request)) as Crumb<typeof ToolRequest>);
  }

  /** The crumb; null when it does not exist or was erased. */
  async crumb<C extends Contract>(id: string): Promise<Crumb<C> | null> {
    const { crumbs } = await this.all.executor.read({ refs: [{ id }] });
    return crumbs[0] && !isErased(crumbs[0]) ? (crumbs[0] as unknown as Crumb<C>) : null;
  }

  private password(user: string): Promise<string> {
    return readFile(join(this.stack.home, 'secrets', `nats-${user}`), 'utf8');
  }
}
