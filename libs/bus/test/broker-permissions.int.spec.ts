import { Claim, Commit, CreateKey, CrumbError, Preview, Read, RequestTurns } from '@crumbtrail/contracts';
import { type Msg, type NatsConnection } from 'nats';
import { Bus, connectionOf } from '../src/request-reply/bus';
import { CrumbStream } from '../src/stream/crumb-stream';
import { Broker, eventually } from './broker';
import { FakeStore } from './fake-store';

const SERVICES = ['conductor', 'context-builder', 'agent-executor', 'tool-runner', 'gateway', 'weather'] as const;

let broker: Broker;
let store: FakeStore;
const buses = {} as Record<(typeof SERVICES)[number] | 'breadcrumb-store', Bus>;

beforeAll(async () => {
  broker = await Broker.start();
  for (const name of [...SERVICES, 'breadcrumb-store'] as const) buses[name] = await broker.bus(name);
  store = new FakeStore(buses['breadcrumb-store']);
  await store.open();
  await store.stream.createDurable({ name: 'conductor', filter: 'crumbs.*.*.*.*', start: 'all', ackWaitMs: 30_000 });
  await store.say('secret plan');
}, 20_000);
afterAll(() => broker.stop());

/** The broker's own message that it refused what `act` does. Uses the raw connection, so that no check of ours runs first. */
async function refused(connection: NatsConnection, act: () => void): Promise<string> {
  const status = connection.status();
  const heard = (async () => {
    for await (const one of status)
      if (one.permissionContext) return `${one.permissionContext.operation} ${one.permissionContext.subject}`;
    return 'nothing';
  })();
  act();
  await connection.flush();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<string>((resolve) => (timer = setTimeout(() => resolve('allowed'), 2_000)));
  return Promise.race([heard, silence]).finally(() => {
    clearTimeout(timer);
    (status as unknown as { stop(): void }).stop();
  });
}

const publishing = (service: keyof typeof buses, subject: string): Promise<string> => {
  const connection = connectionOf(buses[service]);
  return refused(connection, () => connection.publish(subject, '{}'));
};
const listening = (service: keyof typeof buses, subject: string): Promise<string> => {
  const connection = connectionOf(buses[service]);
  return refused(connection, () => connection.subscribe(subject, { callback: () => undefined }));
};

describe.each(SERVICES)('the credentials of %s', (service) => {
  const others = SERVICES.filter((other) => other !== service);

  it.each(others)('cannot send a request as %s', async (other) => {
    for (const subject of [`store.read.default.${other}`, `reader.one.store.read.default.${other}`])
      expect(await publishing(service, subject)).toBe(`publish ${subject}`);
  });

  it.each(others)('cannot subscribe to the inbox of %s', async (other) => {
    const subject = `_INBOX_${other}.>`;
    expect(await listening(service, subject)).toBe(`subscription ${subject}`);
  });

  it.each([
    'crumbs.default.created.agent_response_v1._',
    '$JS.API.STREAM.DELETE.CRUMBS',
    '$JS.API.STREAM.MSG.GET.CRUMBS',
    '$JS.API.STREAM.CREATE.MINE',
    '$JS.API.CONSUMER.CREATE.CRUMBS',
    '$JS.API.CONSUMER.CREATE.CRUMBS.mine.crumbs.>',
    '$JS.API.CONSUMER.DURABLE.CREATE.CRUMBS.mine',
    '$JS.API.CONSUMER.DELETE.CRUMBS.conductor',
    'store.read.default.breadcrumb-store',
    'store.log-head.default.breadcrumb-store',
    'reader.one.store.read.default.breadcrumb-store',
    'readers.announced',
    '_INBOX_breadcrumb-store.x',
  ])('may not publish %s', async (subject) => {
    expect(await publishing(service, subject)).toBe(`publish ${subject}`);
  });

  it.each([
    '>',
    'store.>',
    'store.*.*.*',
    'reader.>',
    '_INBOX.>',
    '$JS.>',
    ...(service === 'gateway' ? [] : ['crumbs.>']),
  ])('may not listen to %s', async (subject) => {
    expect(await listening(service, subject)).toBe(`subscription ${subject}`);
  });
});

describe('durables belong to their service', () => {
  it.each(SERVICES.filter((one) => one !== 'conductor'))(
    '%s can neither pull nor acknowledge messages of the conductor',
    async (service) => {
      const pull = '$JS.API.CONSUMER.MSG.NEXT.CRUMBS.conductor';
      expect(await publishing(service, pull)).toBe(`publish ${pull}`);
      const ack = '$JS.ACK.CRUMBS.conductor.1.1.1.1.0';
      expect(await publishing(service, ack)).toBe(`publish ${ack}`);
    },
  );

  it('the conductor can pull and acknowledge them', async () => {
    const connection = connectionOf(buses.conductor);
    const got: Msg[] = [];
    connection.subscribe('_INBOX_conductor.spec', { callback: (_error, message) => got.push(message) });
    connection.publish('$JS.API.CONSUMER.MSG.NEXT.CRUMBS.conductor', '{"batch":1}', { reply: '_INBOX_conductor.spec' });
    await eventually(() => got.length === 1);
    got[0]?.respond('+ACK');
    await eventually(async () => (await store.stream.floors()).get('conductor') !== null);
  });
});

describe('services send only the operations that their work needs', () => {
  it.each([
    ['conductor', Claim.name, (bus: Bus) => bus.request(Claim, 'default', { key: 'x', ttl_ms: 1 })],
    [
      'agent-executor',
      RequestTurns.name,
      (bus: Bus) => bus.request(RequestTurns, 'default', { cause: { id: 'x', version: 1 }, turns: [] }),
    ],
    [
      'context-builder',
      CreateKey.name,
      (bus: Bus) => bus.request(CreateKey, 'default', { participant: { kind: 'user', id: 'x' }, role: 'operator' }),
    ],
    [
      'tool-runner',
      CreateKey.name,
      (bus: Bus) => bus.request(CreateKey, 'default', { participant: { kind: 'user', id: 'x' }, role: 'operator' }),
    ],
    ['weather', Preview.name, (bus: Bus) => bus.request(Preview, 'default', { agent: 'x' })],
  ] as const)('%s may not send requests to %s and gets the error at once', async (service, _name, ask) => {
    const error = await (ask(buses[service]) as Promise<unknown>).catch((thrown: CrumbError) => thrown);
    expect(error).toBeInstanceOf(CrumbError);
    expect((error as CrumbError).code).toBe('forbidden');
  });

  it.each(SERVICES)('%s may read and commit', async (service) => {
    await buses[service].request(Read, 'default', { refs: [] });
    await buses[service].request(Commit, 'default', { writes: [] });
  });
});

it('no service can have a reply sent to the inbox of another service', async () => {
  const got: Msg[] = [];
  connectionOf(buses.gateway).subscribe('_INBOX_gateway.forged', { callback: (_error, message) => got.push(message) });
  await connectionOf(buses.gateway).flush();
  const weather = connectionOf(buses.weather);
  weather.publish('store.read.default.weather', '{"refs":[]}', { reply: '_INBOX_gateway.forged' });
  await weather.flush();
  await buses.weather.request(Read, 'default', { refs: [] });
  await connectionOf(buses.gateway).flush();
  expect(got).toEqual([]);
});

it('wrong credentials are refused with one sentence', async () => {
  const wrong = { servers: broker.server.url, user: 'gateway', password: 'guess', service: 'gateway' };
  await expect(Bus.connect(wrong)).rejects.toThrow(
    /refuses the credentials of gateway: check NATS_USER and NATS_PASSWORD/,
  );
});

it('the store may manage the stream, its durables and its replies', async () => {
  const stream = new CrumbStream(buses['breadcrumb-store']);
  expect(
    await stream.createDurable({ name: 'spare', filter: 'crumbs.*.created.*.*', start: 'new', ackWaitMs: 1_000 }),
  ).toEqual({ made: true });
  expect((await stream.durables()).map((one) => one.name).sort()).toEqual(['conductor', 'spare']);
  expect(await stream.deleteDurable('spare')).toBe(true);
});
