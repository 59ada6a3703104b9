import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@crumbtrail/contracts';
import {
  freePort,
  sharesProcess,
  startStack,
  type Stack,
  type ServiceChoice,
  type ServiceName,
  type StackOptions,
} from '@crumbtrail/setup';
import type { NatsCluster } from '../nats-cluster';
import { loginTo, type NatsLogin } from './nats-login';
import { scriptedModel, type ScriptedModel } from '../model/scripted-model';
import { Api } from './api';
import { databaseFor, QUICK_START } from './database-for';
import type { FreshDatabase } from './fresh-database';

/** How a stack differs from the default one. */
export interface StackSettings {
  /** Environment of every service. */
  readonly env?: Readonly<Record<string, string>>;
  readonly services?: Readonly<Partial<Record<ServiceName, ServiceChoice | false>>>;
  /** Use the built-in offline model instead of a scripted one. */
  readonly offline?: boolean;
  /** Services whose health and metrics are served: {@link TestStack.healthUrl}. */
  readonly healthOf?: readonly ServiceName[];
  /**
   * The services that have processes of their own, because the spec kills, stops or counts these; the others share one, as with `npm start`, which is called "services".
   * Default: the services of several copies, or all where traces are exported.
   */
  readonly apart?: 'all' | readonly ServiceName[];
  /** NATS servers to use instead of a private one. */
  readonly nats?: Pick<NatsCluster, 'urls' | 'as'>;
}

/** Leases of production length, so that a busy machine does not change what happens. */
const LONG_LEASES = { ACK_WAIT_MS: '30000', CLAIM_TTL_MS: '30000', ASK_WITHIN_MS: '15000' };

/** A private whole stack on free ports in a folder of its own, on PGlite, or on a fresh database when DATABASE_URL is set. */
export class TestStack {
  readonly api: Api;

  private constructor(
    private readonly stack: Stack,
    readonly model: ScriptedModel,
    private readonly database: FreshDatabase | undefined,
    private readonly healthPorts: ReadonlyMap<string, number>,
  ) {
    this.api = new Api(stack.url, () => stack.apiKey);
  }

  static async start(settings: StackSettings = {}): Promise<TestStack> {
    const home = await mkdtemp(join(tmpdir(), 'crumbtrail-e2e-'));
    const model = await scriptedModel();
    const database = await databaseFor(home);
    const env = {
      ...LONG_LEASES,
      LOG_LEVEL: 'info',
      RECALL_TIMEOUT_MS: '10000',
      ...(settings.offline
        ? {}
        : { MODEL_BASE_URL: model.base_url, MODEL_NAME: 'scripted', MODEL_API_KEY: 'sk-scripted-0001' }),
      ...settings.env,
    };
    const healthPorts = new Map<string, number>();
    for (const name of settings.healthOf ?? []) healthPorts.set(name, await freePort());
    const { PATH, HOME, TMPDIR } = process.env;
    const outside = {
      PATH,
      HOME,
      TMPDIR,
      ...database?.settings,
      ...(settings.nats && { NATS_URL: settings.nats.urls }),
    };
    const services = withLogins(settings.services, settings.nats);
    try {
      const stack = await startStack({
        home,
        env,
        outside,
        services: withHealth(services, healthPorts),
        ...processesOf(settings, env),
        nodeOptions: QUICK_START,
      });
      return new TestStack(stack, model, database, healthPorts);
    } catch (error) {
      await model.close();
      await database?.drop();
      throw error;
    }
  }

  get home(): string {
    return this.stack.home;
  }

  get key(): string {
    const key = this.stack.apiKey;
    if (!key) throw new Error(`The store has left no API key in ${this.home}`);
    return key;
  }

  /** The key of the operator who may create workspaces: the one of `default`. */
  get installationKey(): string {
    return this.key;
  }

  /** Where a service of `healthOf` serves /healthz, /readyz and /metrics. */
  healthUrl(service: string): string {
    return `http://127.0.0.1:${this.healthPorts.get(service)}`;
  }

  get natsUrl(): string {
    return this.stack.natsUrl;
  }

  /** The environment of a program that opens the database of this stack, such as `crumb backup`. */
  get storeEnvironment(): Readonly<Record<string, string>> {
    return { CRUMBTRAIL_HOME: this.home, ...this.database?.settings };
  }

  /** How a service logs in to the broker. */
  natsLogin(service: string): NatsLogin {
    return loginTo(this.stack, service);
  }

  /** Process ids by name: `conductor`, `conductor-2`, `nats-server`. */
  pids(): Record<string, number> {
    return this.stack.pids();
  }

  /** Kills a process; it is started again at once. */
  kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    return this.stack.kill(name, signal);
  }

  /** Stops a process in order and keeps it down. */
  halt(name: string): Promise<void> {
    return this.stack.halt(name);
  }

  /** Starts a halted process; each of `lives` is extra environment for one run of it, the first for this run, the next for the run after that. */
  start(name: string, ...lives: readonly Readonly<Record<string, string>>[]): Promise<void> {
    return this.stack.start(name, ...lives);
  }

  /** Resolves when every service is ready and the gateway answers. */
  whenReady(): Promise<void> {
    return this.stack.whenReady();
  }

  /** What a process has logged so far. */
  log(name: string): string {
    return readFileSync(join(this.home, 'logs', `${name}.log`), 'utf8');
  }

  /** Ends every process and the model, and removes the folder and the database. */
  async stop(): Promise<void> {
    await this.stack.stop(3_000);
    await this.model.close();
    await rm(this.home, { recursive: true, force: true });
    await this.database?.drop();
  }
}

/** Which services share a process. By default all but those of several copies, which are there to be killed one at a time. */
function processesOf(
  { apart, services = {} }: StackSettings,
  env: Readonly<Record<string, string>>,
): Pick<StackOptions, 'sharesProcess' | 'apart'> {
  if (apart === 'all') return { sharesProcess: false };
  const copied = SERVICES.filter((name) => ((services[name] || {}).replicas ?? 1) > 1);
  return { sharesProcess: sharesProcess(env), apart: apart ?? copied };
}

type Services = NonNullable<StackSettings['services']>;

/** A private server has passwords of its own, which the stack knows. */
function withLogins(services: Services = {}, nats: StackSettings['nats']): Services {
  if (!nats) return services;
  const known = SERVICES.filter((name) => services[name] !== false).map((name) => {
    const { user: NATS_USER = name, password: NATS_PASSWORD = '' } = nats.as(name);
    const choice = services[name] || {};
    return [name, { ...choice, env: { NATS_USER, NATS_PASSWORD, ...choice.env } }];
  });
  return { ...services, ...(Object.fromEntries(known) as Services) };
}

function withHealth(services: Services = {}, ports: ReadonlyMap<string, number>): Services {
  const more = [...ports].map(([name, port]) => {
    const choice = services[name as ServiceName] || {};
    return [name, { ...choice, env: { ...choice.env, HEALTH_PORT: `${port}` } }];
  });
  return { ...services, ...(Object.fromEntries(more) as Services) };
}
