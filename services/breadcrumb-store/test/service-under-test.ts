import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus, CrumbStore, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { natsServer, type TestNats } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { toConfig } from '../src/config';
import { migrated } from './databases';

const logger = createLogger('breadcrumb-store', 'error');

/** The whole service over a private broker, and other services that send it requests. */
export class ServiceUnderTest {
  private readonly buses = new Map<string, Bus>();

  private constructor(
    readonly home: string,
    private readonly nats: TestNats,
    private running: RunningService,
    private readonly env: Record<string, string>,
  ) {}

  /** `services`: agents with their own NATS users. With `bare`, the service finds no database and creates one. */
  static async start({ services = [] as readonly string[], bare = false } = {}): Promise<ServiceUnderTest> {
    const home = mkdtempSync(join(tmpdir(), 'crumbtrail-service-'));
    if (!bare) await migrated(home);
    const nats = await natsServer({ more: services.map((user) => ({ user, password: `${user}-password` })) });
    const { user: NATS_USER, password: NATS_PASSWORD } = nats.as('breadcrumb-store');
    const env = { CRUMBTRAIL_HOME: home, NATS_URL: nats.url, NATS_USER, NATS_PASSWORD, LOG_LEVEL: 'error' };
    return new ServiceUnderTest(home, nats, await run(env), env);
  }

  /** The operator's key, as the first start left it. */
  get key(): string {
    return readFileSync(join(this.home, 'api-key'), 'utf8').trim();
  }

  async bus(service: string): Promise<Bus> {
    const known = this.buses.get(service);
    if (known) return known;
    const made = await Bus.connect({ ...this.nats.as(service), logger });
    this.buses.set(service, made);
    return made;
  }

  /** Asks as a service, or through the gateway with a key. */
  async as(service: string, scope: StoreScope = {}, workspace = 'default'): Promise<WorkspaceStore> {
    return new CrumbStore(await this.bus(service)).in(workspace, scope);
  }

  async restart(): Promise<void> {
    await this.whileStopped(async () => undefined);
  }

  /** Ends the service, does some work while nothing has its database open, and starts the service again. */
  async whileStopped<T>(work: () => Promise<T>): Promise<T> {
    await this.running.close();
    const result = await work();
    this.running = await run(this.env);
    return result;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.buses.values()].map((bus) => bus.drain()));
    await this.running.close();
    await this.nats.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

const run = (env: Record<string, string>): Promise<RunningService> => {
  const config = toConfig(env);
  return startService({ service: 'breadcrumb-store', module: AppModule.forRoot(config), config }, logger);
};
