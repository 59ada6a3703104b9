import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Bus, CrumbStore, CrumbStream, JetStreamStrategy, parseFilter, type StreamLimits } from '@crumbtrail/bus';
import { Subscribe, type CrumbEvent, type EventKind } from '@crumbtrail/contracts';
import { createLogger, TransientError } from '@crumbtrail/platform';
import { eventually, natsServer, type TestNats } from '@crumbtrail/testing';
import { Relay } from '../src/relay/relay';
import type { RelayOptions } from '../src/relay/relay-options';
import { DurableEntity } from '../src/entities/relay.entity';
import { RelayRecords } from '../src/relay/relay-records';
import { JetStreamPort } from '../src/relay/stream-port.jetstream';
import type { StreamPort } from '../src/relay/stream-port';
import type { TestDatabase } from './databases';

const logger = createLogger('breadcrumb-store', 'silent');
const FAST: RelayOptions = { inspectEveryMs: 50, saveEveryMs: 10 };

interface SubscriberOptions {
  /** Default: created. */
  readonly kind?: EventKind;
  /** Default: first. */
  readonly start?: 'first' | 'head';
  /** Default: imported history is delivered. */
  readonly skipsImported?: true;
}

/** A service that subscribes to events of one kind and records their positions. */
export class TestSubscriber {
  readonly heard: number[] = [];
  /** Positions that it is stuck on: delivered, never acknowledged. */
  stuckOn: (event: CrumbEvent) => boolean = () => false;

  private release: () => void = () => undefined;
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));
  private closing: Promise<void> | null = null;

  private constructor(
    private readonly bus: Bus,
    private readonly strategy: JetStreamStrategy,
  ) {}

  static async start(nats: TestNats, service: string, how: SubscriberOptions = {}): Promise<TestSubscriber> {
    const bus = await Bus.connect({ ...nats.as(service), logger });
    const strategy = new JetStreamStrategy({ bus, store: new CrumbStore(bus), ackWaitMs: 60_000 });
    const listener = new TestSubscriber(bus, strategy);
    const { kind = 'created', start = 'first', skipsImported } = how;
    const options = { kinds: [kind], start, skipsImported };
    const extras = { subscription: { contract: '*', options } };
    strategy.addHandler('hears', (event: CrumbEvent) => listener.take(event), true, extras);
    await new Promise<void>((resolve, reject) =>
      strategy.listen((error) => (error ? reject(error as Error) : resolve())),
    );
    return listener;
  }

  /** Releases the message that it holds, and stops. */
  die(): Promise<void> {
    this.release();
    return this.stop();
  }

  stop(): Promise<void> {
    return (this.closing ??= this.strategy.close().then(() => this.bus.drain()));
  }

  private async take(event: CrumbEvent): Promise<void> {
    this.heard.push(event.position);
    if (!this.stuckOn(event)) return;
    await this.released;
    throw new TransientError('It dies with this in its hands.');
  }
}

/** A database, a broker, and the relay between them; each `fresh` begins a new log on a new broker. */
export class RelayUnderTest {
  nats!: TestNats;
  bus!: Bus;
  relay!: Relay;
  /** The errors of superseded relays. */
  superseded: Error[] = [];
  private listeners: TestSubscriber[] = [];

  private constructor(private readonly open: TestDatabase) {}

  static async over(open: () => Promise<TestDatabase>): Promise<RelayUnderTest> {
    return new RelayUnderTest(await open());
  }

  async fresh(): Promise<void> {
    await this.open.database.query('truncate crumb_event, durable');
    await this.open.database.query('update log_head set log_id = gen_random_uuid(), epoch = 1, position = 0');
    await this.open.database.query('update relay_cursor set relayed = 0');
    this.superseded = [];
    this.nats = await natsServer();
    this.bus = await Bus.connect({ ...this.nats.as('breadcrumb-store'), logger });
    await this.bus.respond(Subscribe, async (request) => {
      await this.relay.subscribe(request);
      return { stream: 'CRUMBS', epoch: this.relay.epoch };
    });
  }

  /** A relay as a new process would have it; `wrap` puts a fault between it and the stream. */
  async startRelay(
    how: { limits?: StreamLimits; options?: RelayOptions; wrap?: (road: StreamPort) => StreamPort } = {},
  ): Promise<Relay> {
    const port = new JetStreamPort(new CrumbStream(this.bus), how.limits);
    const records = new RelayRecords(this.open.database, this.open.source.getRepository(DurableEntity));
    const parts = {
      records,
      logger,
      readFilter: (filter: string) => parseFilter(filter) ?? {},
      onSuperseded: (error: Error) => void this.superseded.push(error),
    };
    this.relay = new Relay({ ...parts, stream: how.wrap ? how.wrap(port) : port }, { ...FAST, ...how.options });
    await this.relay.start();
    return this.relay;
  }

  async listen(service: string, how?: SubscriberOptions): Promise<TestSubscriber> {
    const listener = await TestSubscriber.start(this.nats, service, how);
    this.listeners.push(listener);
    const pulls = () =>
      this.relay.durables.some(({ name, consumer }) => name === service && (consumer?.waiting ?? 0) > 0);
    await eventually(pulls);
    return listener;
  }

  /** Commits events as an append does; returns their positions. */
  async append(count: number, kind: EventKind = 'created'): Promise<number[]> {
    const positions = await this.open.database.transaction(async (sql) => {
      const [head] = await sql.query<{ position: number }>(
        'update log_head set position = position + $1 returning position',
        [count],
      );
      const last = (head as { position: number }).position;
      await sql.query(
        `insert into crumb_event (position, workspace, id, version, kind, schema_name, trail_id, hop, author_kind, author_id,
          audience, imported, content_hash, created_at)
         select n, 'default', gen_random_uuid(), 1, $3, 'user.message.v1', gen_random_uuid(), 0, 'user', 'ada', '{*}', false, 'h', now()
         from generate_series($1::bigint, $2::bigint) n`,
        [last - count + 1, last, kind],
      );
      return Array.from({ length: count }, (_, n) => last - count + 1 + n);
    });
    this.relay.wake();
    return positions;
  }

  /** The cursor as a new relay would find it. */
  async savedCursor(): Promise<number | undefined> {
    const [row] = await this.open.database.query<{ relayed: number }>('select relayed from relay_cursor');
    return row?.relayed;
  }

  /** Sets the cursor as a relay leaves it that died before it saved it. */
  async setCursor(relayed: number): Promise<void> {
    await this.open.database.query('update relay_cursor set relayed = $1', [relayed]);
  }

  /** Kills NATS, removes its directory, and starts it empty. */
  async loseTheDirectory(): Promise<void> {
    await this.nats.kill();
    await rm(join(this.nats.folder, 'data'), { recursive: true, force: true });
    await this.nats.start();
  }

  /** The position up to which a durable has acknowledged all of its events. */
  floorOf(name: string): number | undefined {
    return this.relay.durables.find((durable) => durable.name === name)?.floor;
  }

  async deleteConsumer(name: string): Promise<void> {
    await new CrumbStream(this.bus).deleteDurable(name);
  }

  async end(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    this.listeners = [];
    await this.relay.stop();
    await this.bus.drain();
    await this.nats.stop();
  }

  close(): Promise<void> {
    return this.open.drop();
  }
}
