import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus, CrumbStore, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import { createLogger, startStation, type Running } from '@crumbtrail/platform';
import { natsServer, type TestNats } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { toConfig } from '../src/config';
import { migrated } from './databases';

const logger = createLogger('breadcrumb-store', 'error');

/** The whole station over a private broker, and other stations that ask it. */
export class StationUnderTest {
  private readonly buses = new Map<string, Bus>();

  private constructor(
    readonly home: string,
    private readonly nats: TestNats,
    private running: Running,
    private readonly env: Record<string, string>,
  ) {}

  /** `services`: agents that have NATS users of their own. With `bare`, the station finds no database and makes one. */
  static async start({ services = [] as readonly string[], bare = false } = {}): Promise<StationUnderTest> {
    const home = mkdtempSync(join(tmpdir(), 'crumbtrail-station-'));
    if (!bare) await migrated(home);
    const nats = await natsServer({ more: services.map((user) => ({ user, password: `${user}-password` })) });
    const { user: NATS_USER, password: NATS_PASSWORD } = nats.as('breadcrumb-store');
    const env = { CRUMBTRAIL_HOME: home, NATS_URL: nats.url, NATS_USER, NATS_PASSWORD, LOG_LEVEL: 'error' };
    return new StationUnderTest(home, nats, await run(env), env);
  }

  /** The operator's key, as the first start left it. */
  get key(): string {
    return readFileSync(join(this.home, 'api-key'), 'utf8').trim();
  }

  async bus(station: string): Promise<Bus> {
    const known = this.buses.get(station);
    if (known) return known;
    const made = await Bus.connect({ ...this.nats.as(station), logger });
    this.buses.set(station, made);
    return made;
  }

  /** Asks as a station, or through the gateway with a key. */
  async as(station: string, scope: StoreScope = {}, workspace = 'default'): Promise<WorkspaceStore> {
    return new CrumbStore(await this.bus(station)).in(workspace, scope);
  }

  async restart(): Promise<void> {
    await this.running.close();
    this.running = await run(this.env);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.buses.values()].map((bus) => bus.drain()));
    await this.running.close();
    await this.nats.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

const run = (env: Record<string, string>): Promise<Running> => {
  const config = toConfig(env);
  return startStation({ station: 'breadcrumb-store', module: AppModule.of(config), config }, logger);
};
