// Fakes of the other services' sides of the protocol: these tests are about what the gateway makes of their replies, refusals and delays.
import { Bus, CrumbStream } from '@crumbtrail/bus';
import {
  BREADCRUMB_STORE,
  CONTEXT_BUILDER,
  MEMORY_KEEPER,
  TOOL_RUNNER,
  type CrumbError,
  type CrumbEvent,
  type Identity,
  mayCall,
  type Operation,
  OPERATIONS,
  refuse,
  Status,
  type StatusReply,
  WhoAmI,
} from '@crumbtrail/contracts';
import { LeaseWebhook } from '@crumbtrail/contracts/operations/webhooks';
import { ID, OTHER } from './crumbs';
import { natsServer, type TestNats } from '@crumbtrail/testing';

/** A request as it arrived: the operation, the caller and the workspace. */
export interface Heard {
  readonly ask: string;
  readonly workspace: string;
  readonly key: string | undefined;
  readonly request: never;
}

type Handler = (request: never, key: string | undefined) => unknown;

/** The operations that are answered without a test. */
const ANSWERED: readonly unknown[] = [WhoAmI, Status, LeaseWebhook];

/** The operations of a service that a test gives replies to. */
const operationsOf = (service: string): readonly Operation<never, unknown>[] =>
  OPERATIONS.filter((one) => one.service === service && !ANSWERED.includes(one)) as never;

const IDENTITIES: Readonly<Record<string, Identity>> = {
  'operator-key': {
    workspace: 'default',
    participant: { kind: 'operator', id: 'operator' },
    role: 'operator',
    key_id: ID,
  },
  'reader-key': { workspace: 'default', participant: { kind: 'user', id: 'rita' }, role: 'reader', key_id: OTHER },
  'bot-key': { workspace: 'default', participant: { kind: 'agent', id: 'bot' }, role: 'writer', key_id: OTHER },
  'foreign-key': { workspace: 'elsewhere', participant: { kind: 'user', id: 'fred' }, role: 'operator', key_id: OTHER },
};

const durable = (name: string, waiting: number): StatusReply['durables'][number] => ({
  name,
  floor: 10,
  waiting,
  pending: 0,
});

/** Replies in place of the store, the context-builder and the executor, as each test sets it. */
export class FakeServices {
  readonly heard: Heard[] = [];
  readonly says = new Map<string, Handler>();
  /** Whose keys the store knows. */
  readonly identities = new Map(Object.entries(IDENTITIES));
  /** What every request with a key is refused with, as at the end of a move. */
  refuseKeys: (() => CrumbError) | undefined;
  /** How long the oldest event that is not published has waited. */
  oldestUnrelayedMs = 0;
  waiting: Record<string, number> = { conductor: 1, 'context-builder': 1, 'agent-executor': 1 };

  private constructor(
    readonly nats: TestNats,
    private readonly buses: {
      readonly store: Bus;
      readonly executor: Bus;
      readonly runner: Bus;
      readonly builder: Bus;
      readonly keeper: Bus;
    },
    private readonly stream: CrumbStream,
  ) {}

  get executor(): Bus {
    return this.buses.executor;
  }

  get runner(): Bus {
    return this.buses.runner;
  }

  /** On a NATS server of its own, unless one is given. */
  static async start(given?: TestNats): Promise<FakeServices> {
    const nats = given ?? (await natsServer());
    const connect = (service: string): Promise<Bus> => Bus.connect(nats.as(service));
    const store = await connect('breadcrumb-store');
    const buses = {
      store,
      executor: await connect('agent-executor'),
      runner: await connect(TOOL_RUNNER),
      builder: await connect(CONTEXT_BUILDER),
      keeper: await connect(MEMORY_KEEPER),
    };
    const stream = new CrumbStream(store);
    await stream.ensure({});
    const fake = new FakeServices(nats, buses, stream);
    await fake.answer();
    return fake;
  }

  /** Sets the reply to an operation. */
  say<Q, R>(contract: Operation<Q, R>, handler: (request: Q, key: string | undefined) => R | Promise<R>): void {
    this.says.set(contract.name, handler as Handler);
  }

  /** The requests for an operation so far. */
  of<Q>(contract: Operation<Q, unknown>): { workspace: string; key: string | undefined; request: Q }[] {
    return this.heard.filter(({ ask }) => ask === contract.name) as never;
  }

  forget(): void {
    this.heard.length = 0;
    this.says.clear();
  }

  async announce(event: CrumbEvent): Promise<void> {
    await this.stream.publish([event], { logId: 'log', epoch: 1 });
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.buses).map((bus) => bus.drain()));
    await this.nats.stop();
  }

  private async answer(): Promise<void> {
    await this.buses.store.respond(WhoAmI, async (_, { key }) => this.identify(key));
    await this.buses.store.respond(Status, async () => this.status());
    // A gateway asks for it all the time: no webhook is due.
    await this.buses.store.respond(LeaseWebhook, async () => ({ any: false }));
    const { store, builder, keeper } = this.buses;
    for (const [service, bus] of [
      [BREADCRUMB_STORE, store],
      [CONTEXT_BUILDER, builder],
      [MEMORY_KEEPER, keeper],
    ] as const)
      for (const contract of operationsOf(service))
        await bus.respond(contract, async (request, from) => this.reply(contract, from, request));
  }

  private reply(
    contract: Operation<never, unknown>,
    { workspace, key }: { workspace: string; key?: string },
    request: never,
  ): unknown {
    const ask = contract.name;
    if (key !== undefined || !mayCall(contract, 'gateway')) this.identify(key);
    this.heard.push({ ask, workspace, key, request });
    const handler = this.says.get(ask);
    // Reads like a leaked statement: tests check that no client ever sees it.
    if (!handler) throw refuse('internal', `SELECT secrets: no test set a reply for ${ask}`);
    return handler(request, key);
  }

  private identify(key: string | undefined): Identity {
    if (this.refuseKeys) throw this.refuseKeys();
    const identity = this.identities.get(key ?? '');
    if (!identity) throw refuse('unauthenticated', 'No such key.');
    return identity;
  }

  private status(): StatusReply {
    return {
      log_id: 'log',
      epoch: 1,
      head: 10,
      relayed: 10,
      indexed: 10,
      embedded: 10,
      database: 'pglite',
      embedder: 'lexical',
      oldest_unrelayed_ms: this.oldestUnrelayedMs,
      lost: [],
      durables: Object.entries(this.waiting).map(([name, waiting]) => durable(name, waiting)),
    };
  }
}
