import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus, CrumbStore, CrumbStream, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import {
  CreateWorkspace,
  Events,
  type CommitRequest,
  type CrumbEvent,
  type Draft,
  type Envelope,
  type Operation,
  type Ref,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { buildServices, startStack, type ServiceName, type Stack } from '@crumbtrail/setup';
import { databaseFor, QUICK_START } from '../stack/database-for';
import type { FreshDatabase } from '../stack/fresh-database';
import { findTablesWith } from './find-tables';
import { findEmbeddedTablesWith, findMessagesWith } from './find-text';
import { loginTo, type NatsLogin } from '../stack/nats-login';
import { RequestRecorder, type RecordedRequest } from './request-recorder';

const STORE = 'breadcrumb-store';
const STREAM = 'CRUMBS';
const OTHERS = ['conductor', 'context-builder', 'agent-executor', 'tool-runner', 'memory-keeper', 'gateway'] as const;

/** How the store under a test differs from the usual one. */
export interface TestStoreOptions {
  /** Environment variables of the store's process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Agents that are services of their own, each with a NATS user of its name. */
  readonly agents?: readonly string[];
  /** Services that run beside the store as compiled, each in a process of its own. */
  readonly services?: readonly ServiceName[];
}

/**
 * The real breadcrumb-store on an embedded database, or on a new one of the server of DATABASE_URL, in a process of its own, beside a private nats-server: what the
 * integration tests of other services run against. Start one in `beforeAll`, and take a new workspace for each test.
 */
export class TestStore {
  private readonly buses = new Map<string, Promise<Bus>>();
  private readonly operatorKeys = new Map<string, string>();
  private epochs = 1_000;

  private constructor(
    private readonly stack: Stack,
    private readonly recorder: RequestRecorder,
    private readonly database: FreshDatabase | undefined,
  ) {}

  /** Builds the services if a source changed, provides a database, and starts the store. */
  static async start({ env = {}, agents = [], services = [] }: TestStoreOptions = {}): Promise<TestStore> {
    buildServices();
    const home = await mkdtemp(join(tmpdir(), 'crumbtrail-store-'));
    const database = await databaseFor(home);
    const { PATH, HOME, TMPDIR } = process.env;
    const stack = await startStack({
      home,
      outside: { PATH, HOME, TMPDIR, ...database?.settings },
      nodeOptions: QUICK_START,
      env: { LOG_LEVEL: 'warn', ...env },
      agents,
      services: Object.fromEntries(OTHERS.filter((name) => !services.includes(name)).map((name) => [name, false])),
    });
    return new TestStore(stack, await RequestRecorder.start(loginTo(stack, STORE)), database);
  }

  /** How a service logs in to the broker. */
  login(service: string): NatsLogin {
    return loginTo(this.stack, service);
  }

  /** The environment with which a service of this name connects to the broker. */
  environment(service: string): {
    readonly NATS_URL: string;
    readonly NATS_USER: string;
    readonly NATS_PASSWORD: string;
  } {
    const { servers, user, password } = this.login(service);
    return { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: password };
  }

  /** A connection as that service; the same one each time, closed by {@link stop}. */
  bus(service: string): Promise<Bus> {
    const known = this.buses.get(service);
    if (known) return known;
    const logger = createLogger(service, 'silent');
    const bus = Bus.connect({ ...this.login(service), logger });
    this.buses.set(service, bus);
    return bus;
  }

  /** Creates an empty workspace that no other test uses; returns its name. */
  async workspace(): Promise<string> {
    const name = `test-${randomBytes(6).toString('hex')}`;
    const key = readFileSync(join(this.stack.home, 'api-key'), 'utf8').trim();
    const home = await this.as('gateway', 'default', { key });
    const { secret } = await home.request(CreateWorkspace, { name });
    this.operatorKeys.set(name, secret);
    return name;
  }

  /** The store within one workspace, as that service sees it; with a key, on behalf of the key's participant. */
  async as(service: string, workspace: string, scope: StoreScope = {}): Promise<WorkspaceStore> {
    return new CrumbStore(await this.bus(service)).in(workspace, scope);
  }

  /** The store within one workspace, for that workspace's operator. */
  asOperator(workspace: string): Promise<WorkspaceStore> {
    return this.as('gateway', workspace, { key: this.operatorKey(workspace) });
  }

  /** The first operator key of a workspace that {@link workspace} created. */
  operatorKey(workspace: string): string {
    const key = this.operatorKeys.get(workspace);
    if (!key) throw new Error(`${workspace} was not created by this TestStore`);
    return key;
  }

  /** Creates a crumb as the workspace's operator; returns it as the store keeps it. */
  create<Context extends object>(
    workspace: string,
    draft: Draft<Context>,
    options: Omit<CommitRequest, 'writes'> = {},
  ): Promise<Envelope<Context>> {
    // Some tests write what no draft may be.
    const written = { op: 'create', draft: draft as unknown as Draft } as const;
    return this.write(workspace, { ...options, writes: [written] }) as Promise<Envelope<Context>>;
  }

  /** Replaces the context of a crumb, or its tags, as the workspace's operator; returns the new version. */
  update<Context>(crumb: Envelope<Context>, patch: CrumbPatch): Promise<Envelope<Context>> {
    const { workspace, id, version } = crumb;
    const writes = [{ op: 'update', id, if_match: version, patch } as const];
    return this.write(workspace, { writes }) as Promise<Envelope<Context>>;
  }

  /** Erases a crumb as the workspace's operator. */
  async erase({ workspace, id, version }: Envelope): Promise<void> {
    const store = await this.asOperator(workspace);
    await store.commit({ writes: [{ op: 'erase', id, if_match: version }] });
  }

  private async write(workspace: string, request: CommitRequest): Promise<Envelope> {
    const store = await this.asOperator(workspace);
    const { results } = await store.commit(request);
    const { id, version } = results[0] as Ref;
    const { crumbs } = await store.read({ refs: [{ id, version }] });
    return crumbs[0] as Envelope;
  }

  /** The crumbs of one schema in a workspace, oldest first (at most 200). */
  async crumbs<Context = Record<string, unknown>>(workspace: string, schema: string): Promise<Envelope<Context>[]> {
    const store = await this.asOperator(workspace);
    const { crumbs } = await store.list({ schema, limit: 200, order: 'asc' });
    // The test names the payload type of the schema that it lists.
    return [...crumbs] as unknown as Envelope<Context>[];
  }

  /** The events of a workspace so far, oldest first; those of one crumb if its id is given. */
  async events(workspace: string, id?: string): Promise<readonly CrumbEvent[]> {
    const store = await this.asOperator(workspace);
    const found: CrumbEvent[] = [];
    for (let cursor = 'start'; ;) {
      const { events, complete_through } = await store.request(Events, { cursor, limit: 200 });
      found.push(...events);
      if (events.length === 0) return id === undefined ? found : found.filter((event) => event.id === id);
      cursor = complete_through;
    }
  }

  /** Publishes an event once more, as after a redelivery or a refill of the stream; consumers cannot tell the difference. */
  async republish(event: CrumbEvent): Promise<void> {
    const stream = new CrumbStream(await this.bus(STORE));
    await stream.publish([event], { logId: 'republished', epoch: (this.epochs += 1) });
  }

  /** The requests of one kind that services sent to the store about a workspace, in the order they arrived. */
  requests<Request, Reply>(
    operation: Operation<Request, Reply>,
    workspace: string,
  ): readonly RecordedRequest<Request>[] {
    return this.recorder.requests(operation, workspace);
  }

  /** Stops the store's process; requests to it find nobody until {@link resume}, and are not recorded. */
  async pause(): Promise<void> {
    await this.recorder.pause();
    await this.stack.halt(STORE);
  }

  /** Starts the store again after {@link pause}; resolves when it is ready. */
  async resume(): Promise<void> {
    await this.stack.start(STORE);
    await this.recorder.resume();
  }

  /** Kills the store's process without warning; resolves when its successor is ready. */
  async kill(): Promise<void> {
    await this.recorder.pause();
    await this.stack.kill(STORE);
    await this.stack.whenReady();
    await this.recorder.resume();
  }

  /** Starts one of `services` again; each of `lives` is extra environment for one run of it, the first for this run, the next for its replacement. */
  async restart(service: ServiceName, ...lives: readonly Readonly<Record<string, string>>[]): Promise<void> {
    await this.stack.halt(service);
    await this.stack.start(service, ...lives);
  }

  /** What the process of a service has logged so far. */
  log(service: ServiceName): string {
    return readFileSync(join(this.stack.home, 'logs', `${service}.log`), 'utf8');
  }

  /**
   * Every table of the database that holds the text anywhere in a row, of whatever workspace. The embedded database is read while the store is stopped,
   * and with it its copies in memory.
   */
  async tablesWith(text: string): Promise<string[]> {
    if (this.database) return findTablesWith(this.database, text);
    await this.pause();
    try {
      return await findEmbeddedTablesWith(this.stack.home, text);
    } finally {
      await this.resume();
    }
  }

  /** The messages of the stream of events that hold the text, and how many messages it has. */
  messagesWith(text: string): ReturnType<typeof findMessagesWith> {
    return findMessagesWith(this.login(STORE), STREAM, text);
  }

  /** Closes every connection, ends every process and removes their data. */
  async stop(): Promise<void> {
    await this.recorder.stop();
    const buses = await Promise.all(this.buses.values());
    await Promise.all(buses.map((bus) => bus.drain()));
    await this.stack.stop(3_000);
    await this.database?.drop();
    await rm(this.stack.home, { recursive: true, force: true });
  }
}

/** What {@link TestStore.update} may change. */
export type CrumbPatch = Extract<CommitRequest['writes'][number], { op: 'update' }>['patch'];
