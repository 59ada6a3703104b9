import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { eventually, freePort, natsServer, type TestNats } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { toConfig } from '../src/config';
import { prepareCommit } from '../src/commands/prepare-commit';
import { randomIds } from '../src/commands/random-ids';
import { Lease } from '../src/writer/lease';
import { Writer } from '../src/writer/writer';
import { creates, message, StoreUnderTest, user } from './store-under-test';
import { databases, type TestDatabase } from './databases';

const servers = databases.filter(([name]) => name === 'postgres');

describe.each(databases)('the writer lease on %s', (_name, open) => {
  let store: StoreUnderTest;

  beforeEach(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  afterEach(async () => {
    await store.close();
  });

  it('blocks writes of a writer that has lost it, even before that writer notices', async () => {
    const workspace = await store.workspace();
    await store.db.database.query('update log_head set writer_fence = writer_fence + 1');
    const late = store.create(user(workspace), message('from the past'));
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store.db.database.query('select 1 from crumb where workspace = $1', [workspace])).toEqual([]);
  });
});

interface HealthResponse {
  readonly code: number;
  readonly status: string;
}

/** Whether the metrics of a store say that it is the writer. */
async function leads(port: number): Promise<string | undefined> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^crumbtrail_store_is_writer (\d)$/m.exec(metrics)?.[1];
}

async function probe(port: number, path: '/healthz' | '/readyz'): Promise<HealthResponse> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { code: response.status, status: ((await response.json()) as { status: string }).status };
}

/** A whole store on the database of `db`, which serves its health on `port`. */
function startStandby(db: TestDatabase, nats: TestNats, port: number): Promise<RunningService> {
  const { user: NATS_USER, password: NATS_PASSWORD } = nats.as('breadcrumb-store');
  const config = toConfig({
    CRUMBTRAIL_HOME: nats.folder,
    DATABASE_URL: db.url,
    NATS_URL: nats.url,
    NATS_USER,
    NATS_PASSWORD,
    HEALTH_PORT: `${port}`,
  });
  const logger = createLogger('breadcrumb-store', 'silent');
  return startService({ service: 'breadcrumb-store', module: AppModule.forRoot(config), config }, logger);
}

for (const [name, open] of servers) {
  it(`a standby on ${name} is alive and ready as a standby, and its metrics say so; it is ready as a store once it has taken over`, async () => {
    const store = await StoreUnderTest.over(await open());
    const nats = await natsServer();
    const port = await freePort();
    const standby = startStandby(store.db, nats, port);
    await eventually(async () => (await probe(port, '/readyz')).status === 'standby');
    expect(await probe(port, '/readyz')).toEqual({ code: 200, status: 'standby' });
    expect(await probe(port, '/healthz')).toEqual({ code: 200, status: 'alive' });
    expect(await leads(port)).toBe('0');
    await store.lease.release();
    const running = await standby;
    await eventually(async () => (await probe(port, '/readyz')).status === 'ready');
    expect(await leads(port)).toBe('1');
    await running.close();
    await nats.stop();
    await store.close();
  }, 60_000);

  it(`a second store on ${name} waits while the first one runs, and continues where it ended`, async () => {
    const store = await StoreUnderTest.over(await open());
    const workspace = await store.workspace();
    const first = await store.create(user(workspace), message('one'));
    const standby = new Lease(store.db.database, () => undefined);
    const messages: string[] = [];
    const taken = standby.acquire((writer) => messages.push(writer));
    await eventually(() => messages.length === 1);
    expect(standby.fence).toBe(0);
    await store.lease.release();
    await taken;
    const writer = new Writer(store.db.database, standby);
    const request = { writes: creates(message('two')) };
    const { results } = await writer.submit(prepareCommit(request, user(workspace), randomIds));
    expect(results[0]?.position).toBe(first.position + 1);
    await standby.release();
    await store.close();
  }, 30_000);
}
