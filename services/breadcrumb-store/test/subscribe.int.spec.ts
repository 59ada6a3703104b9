import { Bus, CrumbStore, type CrumbStream } from '@crumbtrail/bus';
import { CrumbError, Status, type StatusReply, type SubscribeRequest } from '@crumbtrail/contracts';
import { PRODUCT_VERSION } from '@crumbtrail/platform';
import { eventually } from '@crumbtrail/testing';
import { SCHEMA_VERSION } from '../src/database/schema-version';
import { ServiceUnderTest } from './service-under-test';

jest.setTimeout(60_000);

const FILTER = 'crumbs.*.created.*.*';
const wish = (durable: string, filter = FILTER): SubscribeRequest => ({
  durable,
  filter,
  start: 'first',
  ack_wait_ms: 1_000,
});

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
});
afterAll(() => service.stop());

const as = async (name: string): Promise<{ bus: Bus; store: CrumbStore }> => {
  const bus = await service.bus(name);
  return { bus, store: new CrumbStore(bus) };
};
const refusal = (work: Promise<unknown>): Promise<CrumbError> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: CrumbError) => error,
  );

describe('a service that subscribes', () => {
  it('gets its durable, and the same one when it subscribes again', async () => {
    const { store } = await as('conductor');
    const first = await store.subscribe(wish('conductor'));
    expect(first).toEqual({ stream: expect.any(String) as CrumbStream['name'], epoch: 1 });
    expect(await store.subscribe(wish('conductor'))).toEqual(first);
    const named = (await store.status()).durables.filter(({ name }) => name === 'conductor');
    expect(named).toHaveLength(1);
  });

  it('is refused the durable of another service, an invalid filter and an invalid request', async () => {
    const { store } = await as('conductor');
    expect((await refusal(store.subscribe(wish('context-builder')))).code).toBe('forbidden');
    expect((await refusal(store.subscribe(wish('conductor', '>')))).code).toBe('forbidden');
    expect((await refusal(store.subscribe({ ...wish('conductor'), ack_wait_ms: 0 }))).code).toBe('invalid_payload');
  });
});

describe('the status operation', () => {
  it('reports the positions of the log, its index and its durables', async () => {
    const { store } = await as('conductor');
    await store.subscribe(wish('conductor'));
    const status = await eventually(async () => {
      const now = await store.status();
      return now.head > 0 && now.relayed === now.head && now.indexed === now.head ? now : null;
    });
    expect(status).toEqual<StatusReply>({
      version: PRODUCT_VERSION,
      schema: SCHEMA_VERSION,
      log_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      epoch: 1,
      head: status.head,
      relayed: status.head,
      indexed: status.head,
      embedded: expect.any(Number) as number,
      database: process.env['DATABASE_URL'] ? 'postgres' : 'pglite',
      embedder: expect.stringContaining('words') as string,
      oldest_unrelayed_ms: 0,
      lost: [],
      durables: [
        {
          name: 'conductor',
          floor: expect.any(Number) as number,
          waiting: 0,
          pending: status.durables[0]?.pending ?? -1,
          oldest_pending_ms: expect.any(Number) as number,
        },
      ],
    });
    expect(status.durables[0]?.pending).toBe(status.head);
  });

  it('needs a key when it is requested through the gateway', async () => {
    const { bus } = await as('gateway');
    expect((await bus.request(Status, 'default', {}, { key: service.key })).head).toBeGreaterThan(0);
    expect((await refusal(bus.request(Status, 'default', {}, { key: 'wrong' }))).code).toBe('unauthenticated');
  });
});
