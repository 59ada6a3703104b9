import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus, CrumbStore, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import { createLogger, startService, type Health, type RunningService } from '@crumbtrail/platform';
import { eventually, natsServer, PostgresPair, type TestNats } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { toConfig } from '../src/config';
import { ReaderModule } from '../src/reader.module';

const logger = createLogger('breadcrumb-store', 'silent');

/** What the metrics of a reader say about the requests that came to it. */
export interface ReaderCounts {
  readonly admitted: number;
  readonly refused: number;
}

/** Reads a sample of the metrics of a service. */
export async function readMetric({ metrics }: Health, name: string): Promise<number> {
  const text = await metrics.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

/** A store on a Postgres, readers on its streaming replica, and services that send requests. */
export class ReadersUnderTest {
  readonly readers: RunningService[] = [];
  private readonly buses: Bus[] = [];

  private constructor(
    readonly home: string,
    readonly pair: PostgresPair,
    private readonly nats: TestNats,
    readonly writer: RunningService,
  ) {}

  static async start(readers: number): Promise<ReadersUnderTest> {
    const home = mkdtempSync(join(tmpdir(), 'crumbtrail-readers-'));
    const pair = await PostgresPair.start();
    await pair.createReader();
    const nats = await natsServer();
    const config = toConfig({ ...environment(home, nats), DATABASE_URL: pair.url });
    const writer = await startService(
      { service: 'breadcrumb-store', module: AppModule.forRoot(config), config },
      logger,
    );
    const all = new ReadersUnderTest(home, pair, nats, writer);
    for (let n = 0; n < readers; n += 1) await all.addReader();
    return all;
  }

  /** The key of the operator. */
  get key(): string {
    return readFileSync(join(this.home, 'api-key'), 'utf8').trim();
  }

  /** Starts one more reader; resolves when its replica has the schema and it answers requests. */
  async addReader(): Promise<RunningService> {
    const config = toConfig({
      ...environment(this.home, this.nats),
      DATABASE_URL: this.pair.replicaUrl,
      ROLE: 'reader',
    });
    const definition = { service: 'breadcrumb-store', module: ReaderModule.forRoot(config), config };
    const reader = await startService(definition, logger);
    await eventually(async () => (await reader.health.readiness()).checks['reader'] === 'ok');
    this.readers.push(reader);
    return reader;
  }

  /** Sends requests as a service, in its own name or with a key. */
  async as(service: string, scope: StoreScope = {}, workspace = 'default'): Promise<WorkspaceStore> {
    const bus = await Bus.connect({ ...this.nats.as(service), logger });
    this.buses.push(bus);
    return new CrumbStore(bus).in(workspace, scope);
  }

  /** The requests that have come to each reader. */
  async counts(): Promise<ReaderCounts[]> {
    const count = (health: Health, outcome: string) =>
      readMetric(health, `crumbtrail_reader_requests_total{outcome="${outcome}"}`);
    return Promise.all(
      this.readers.map(async ({ health }) => ({
        admitted: await count(health, 'admitted'),
        refused: await count(health, 'refused'),
      })),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.drain()));
    await Promise.all(this.readers.map((reader) => reader.close()));
    await this.writer.close();
    await this.nats.stop();
    await this.pair.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

function environment(home: string, nats: TestNats): Record<string, string> {
  const { user: NATS_USER, password: NATS_PASSWORD } = nats.as('breadcrumb-store');
  return { CRUMBTRAIL_HOME: home, NATS_URL: nats.url, NATS_USER, NATS_PASSWORD, LOG_LEVEL: 'silent' };
}
