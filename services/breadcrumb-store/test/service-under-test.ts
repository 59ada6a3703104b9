import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus, CrumbStore, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import { createLogger, startService, type Readiness, type RunningService } from '@crumbtrail/platform';
import {
  freshDatabase,
  natsServer,
  type FreshDatabase,
  type TestNats,
  type TestNatsOptions,
} from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import type { BackupPlace } from '../src/backup/backup-files';
import { toConfig } from '../src/config';
import { migrated } from './databases';
import type { DatabasePlace } from './old-database';

const logger = createLogger('breadcrumb-store', 'error');

/** How a service under test differs from the usual one. */
interface ServiceSettings extends Pick<TestNatsOptions, 'maxStoreBytes'> {
  /** Agents with their own NATS users. */
  readonly services?: readonly string[];
  /** The service finds no database, and creates an embedded one. */
  readonly bare?: boolean;
  /** Fills the database before the service opens it. Default: it is migrated and empty. */
  readonly fill?: (place: DatabasePlace) => Promise<void>;
  /** More of its environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A database of a server is empty already, and migrated when the service opens it. */
async function makeEmpty({ home, database }: DatabasePlace): Promise<void> {
  if (database === undefined) await migrated(home);
}

/** The whole service over a private broker, and other services that send it requests. */
export class ServiceUnderTest {
  private readonly buses = new Map<string, Bus>();

  private constructor(
    readonly home: string,
    private readonly servers: { readonly nats: TestNats; readonly database: FreshDatabase | undefined },
    private running: RunningService,
    private readonly env: Record<string, string>,
  ) {}

  /**
   * On a new database of the server of DATABASE_URL, or else on an embedded one.
   */
  static async start({
    services = [],
    bare = false,
    fill = makeEmpty,
    settings = {},
    maxStoreBytes,
  }: ServiceSettings = {}): Promise<ServiceUnderTest> {
    const home = mkdtempSync(join(tmpdir(), 'crumbtrail-service-'));
    const server = bare ? undefined : process.env['DATABASE_URL'];
    const database = server === undefined ? undefined : await freshDatabase(server);
    if (!bare) await fill({ home, database });
    const more = services.map((user) => ({ user, password: `${user}-password` }));
    const nats = await natsServer({ more, maxStoreBytes });
    const { user: NATS_USER, password: NATS_PASSWORD } = nats.as('breadcrumb-store');
    const env = {
      CRUMBTRAIL_HOME: home,
      NATS_URL: nats.url,
      NATS_USER,
      NATS_PASSWORD,
      LOG_LEVEL: 'error',
      ...database?.settings,
      ...settings,
    };
    return new ServiceUnderTest(home, { nats, database }, await run(env), env);
  }

  /** The operator's key, as the first start left it. */
  get key(): string {
    return readFileSync(join(this.home, 'api-key'), 'utf8').trim();
  }

  /** Where its database is. */
  get place(): BackupPlace {
    return { home: this.home, url: this.servers.database?.url };
  }

  async bus(service: string): Promise<Bus> {
    const known = this.buses.get(service);
    if (known) return known;
    const made = await Bus.connect({ ...this.servers.nats.as(service), logger });
    this.buses.set(service, made);
    return made;
  }

  /** Asks as a service, or through the gateway with a key. */
  async as(service: string, scope: StoreScope = {}, workspace = 'default'): Promise<WorkspaceStore> {
    return new CrumbStore(await this.bus(service)).in(workspace, scope);
  }

  /** Whether the service is ready, and why not. */
  readiness(): Promise<Readiness> {
    return this.running.health.readiness();
  }

  /** Ends the broker and starts it again. */
  restartNats(): Promise<void> {
    return this.servers.nats.restart();
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
    await this.servers.nats.stop();
    await this.servers.database?.drop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

const run = (env: Record<string, string>): Promise<RunningService> => {
  const config = toConfig(env);
  return startService({ service: 'breadcrumb-store', module: AppModule.forRoot(config), config }, logger);
};
