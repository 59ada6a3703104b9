import { Bus, CrumbStream } from '@crumbtrail/bus';
import type { CrumbEvent } from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { eventually, NatsCluster, natsServer } from '@crumbtrail/testing';
import { JetStreamPort } from '../src/relay/stream-port.jetstream';

jest.setTimeout(120_000);

const logger = createLogger('breadcrumb-store', 'silent');
const LOG = { logId: 'log', epoch: 1 };
const ELECTED = { withinMs: 60_000 };

/** What the stream reads of an event. */
const event = (position: number): CrumbEvent =>
  ({
    position,
    kind: 'created',
    workspace: 'w',
    id: `crumb-${position}`,
    schema_name: 'user.message.v1',
  }) as CrumbEvent;

describe('a stream with three copies in a cluster of three', () => {
  let cluster: NatsCluster;
  let bus: Bus;
  let stream: CrumbStream;
  let port: JetStreamPort;

  beforeAll(async () => {
    cluster = await NatsCluster.start();
    bus = await Bus.connect({ ...cluster.as('breadcrumb-store'), logger });
    stream = new CrumbStream(bus);
    port = new JetStreamPort(stream, { replicas: 3, maxBytes: 16 * 1024 * 1024 });
    await eventually(() => port.ends(), ELECTED);
  });
  afterAll(async () => {
    await bus.drain();
    await cluster.stop();
  });

  const copies = async () => (await stream.info())?.copies;
  const untilWhole = () =>
    eventually(async () => {
      const found = await copies();
      return found?.current === 3;
    }, ELECTED);
  const publish = (position: number) => eventually(() => stream.publish([event(position)], LOG), ELECTED);

  it('keeps what it has acknowledged when its leader is killed, and a server whose directory was removed gets a copy again', async () => {
    await untilWhole();
    await publish(1);
    const leader = (await stream.info())?.leader as string;
    await cluster.kill(leader);
    await publish(2);
    const after = await eventually(async () => {
      const info = await stream.info();
      return info?.copies.current === 2 ? info : null;
    }, ELECTED);
    expect(after).toMatchObject({ messages: 2, copies: { wanted: 3, current: 2 } });
    expect(after.leader).not.toBe(leader);
    await cluster.wipe(leader);
    await cluster.start(leader);
    await untilWhole();
    expect(await stream.info()).toMatchObject({ messages: 2, last: { position: 2, epoch: 1 } });
  });
});

it('a stream that exists gets the number of copies that is asked for, and keeps it where none is', async () => {
  const cluster = await NatsCluster.start();
  const bus = await Bus.connect({ ...cluster.as('breadcrumb-store'), logger });
  const stream = new CrumbStream(bus);
  await eventually(() => stream.ensure({ maxBytes: 16 * 1024 * 1024 }), ELECTED);
  expect((await stream.info())?.copies.wanted).toBe(1);
  await eventually(() => stream.ensure({ maxBytes: 16 * 1024 * 1024, replicas: 3 }), ELECTED);
  await eventually(async () => (await stream.info())?.copies.current === 3, ELECTED);
  await stream.ensure({ maxBytes: 16 * 1024 * 1024 });
  expect((await stream.info())?.copies.wanted).toBe(3);
  await bus.drain();
  await cluster.stop();
});

it('a server without a cluster refuses more copies, and the reason is told', async () => {
  const nats = await natsServer();
  const bus = await Bus.connect({ ...nats.as('breadcrumb-store'), logger });
  const making = new CrumbStream(bus).ensure({ replicas: 3 });
  await expect(making).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/replicas > 1 not supported in non-clustered mode/) as string,
  });
  await bus.drain();
  await nats.stop();
});
