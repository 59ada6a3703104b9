import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Crumbtrail, type StreamedEvent } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
import type { ModelCall, Script } from '@crumbtrail/testing';
import type { Conversations } from '../support/conversations';
import { orderScript, type Doing, type Orders } from '../support/orders';
import { seededRandom } from '../support/seeded-random';
import type { TestWorkspace } from '../support/test-workspace';

const CLIENTS = 12;
/** The longest that a client waits between two messages, milliseconds. */
const LONGEST_PAUSE_MS = 2_500;
const ACCEPTED_WITHIN_MS = 180_000;
const BOTH = 'both';
/** Of every hundred model calls so many fail in each of three ways. */
const MODEL_FAULTS = 3;
const DOINGS: readonly Doing[] = ['pay', 'look', 'pay+look', 'look>pay'];
/** Requests that must be refused, whatever else goes on. */
const BAD_BODIES = [
  '{"schema_name":',
  '[]',
  '{"schema_name":"user.message.v1","context":{}}',
  '{"schema_name":"no.such.v1"}',
];

/** A message that was acknowledged. */
export interface AcknowledgedMessage {
  readonly id: string;
  readonly position: number;
  /** How many agents listen to it. */
  readonly agents: number;
  /** The order that it gives; absent: none. */
  readonly key?: string;
}

/** One of the two workspaces, and what its clients were told. */
export interface Tenant {
  readonly name: string;
  readonly client: Crumbtrail;
  readonly conversations: Conversations;
  readonly acknowledged: AcknowledgedMessage[];
  /** What one client that follows the whole run has seen of the log. */
  readonly followed: StreamedEvent[];
}

const startTenant = (name: string, client: Crumbtrail, conversations: Conversations): Tenant => ({
  name,
  client,
  conversations,
  acknowledged: [],
  followed: [],
});

/** Answers as the model of the orders does, but fails now and then: an overloaded server, an internal error, a connection that is cut. */
export function unreliableModel(random: () => number): (call: ModelCall) => Script {
  return (call) => {
    const chance = random() * 100;
    if (chance < MODEL_FAULTS) return { status: 429, retry_after: 0 };
    if (chance < 2 * MODEL_FAULTS) return { status: 500 };
    if (chance < 3 * MODEL_FAULTS) return { say: 'an answer that is cut', after: 1, ending: 'disconnect' };
    return orderScript(call, 20 + 140 * random());
  };
}

/** Clients in two workspaces who each say one message after the other: orders with tools, messages to two agents, and requests that are wrong. The same seed gives the same messages. */
export class Workload {
  readonly tenants: readonly [Tenant, Tenant];
  /** Statuses of the wrong requests that were not refused as such. */
  readonly wronglyAnswered: number[] = [];
  private readonly stopping = new AbortController();
  private readonly following = new AbortController();
  private readonly clients: Promise<unknown>;
  private readonly followers: Promise<unknown>;

  constructor(
    private readonly orders: Orders,
    other: TestWorkspace,
    seed: number,
  ) {
    const { api, key } = orders.stack;
    setMaxListeners(2 * CLIENTS, this.stopping.signal);
    this.tenants = [
      startTenant('default', new Crumbtrail({ url: api.url, key }), orders.conversations),
      startTenant(other.name, other.client, other.conversations),
    ];
    this.followers = Promise.all(this.tenants.map((tenant) => this.follow(tenant)));
    this.clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => this.talk(n, seededRandom(seed + n))));
  }

  /** Agents beside the one that carries out orders. */
  static async defineListener(conversations: Conversations): Promise<void> {
    await conversations.defineAgent({
      agent: 'listener',
      subscriptions: [{ schema: UserMessage.name, any_tags: [BOTH] }],
    });
  }

  get acknowledged(): number {
    return this.tenants.reduce((sum, tenant) => sum + tenant.acknowledged.length, 0);
  }

  /** Ends the clients; the followers go on until {@link close}. */
  async end(): Promise<void> {
    this.stopping.abort();
    await this.clients;
  }

  /** Ends the clients and the followers. */
  async close(): Promise<void> {
    await this.end();
    this.following.abort();
    await this.followers;
  }

  private async talk(client: number, random: () => number): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const chance = random();
      if (chance < 0.1) await this.sendWrongRequest(random);
      else if (chance < 0.5) await this.giveOrder(client, random);
      else await this.sayPlainly(client, chance < 0.75 ? this.tenants[0] : this.tenants[1]);
      await pause(random() * LONGEST_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async giveOrder(client: number, random: () => number): Promise<void> {
    const doing = DOINGS[Math.floor(random() * DOINGS.length)] as Doing;
    const { id, position, key } = await this.orders.give(`client-${client}`, doing, ACCEPTED_WITHIN_MS);
    this.tenants[0].acknowledged.push({ id, position, agents: 1, key });
  }

  private async sayPlainly(client: number, tenant: Tenant): Promise<void> {
    const isFirst = tenant === this.tenants[0];
    const context = { content: `of client ${client} in ${tenant.name}` };
    const draft = { schema_name: UserMessage.name, session: `client-${client}`, tags: [BOTH], context };
    const { id, position } = await tenant.conversations.append(draft, ACCEPTED_WITHIN_MS);
    tenant.acknowledged.push({ id, position, agents: isFirst ? 2 : 1 });
  }

  private async sendWrongRequest(random: () => number): Promise<void> {
    const { api, key } = this.orders.stack;
    const body = BAD_BODIES[Math.floor(random() * BAD_BODIES.length)] as string;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) };
    const status = await fetch(`${api.url}/v1/breadcrumbs`, request).then(
      (response) => response.status,
      () => 503,
    );
    if (status < 400) this.wronglyAnswered.push(status);
  }

  private async follow({ client, followed }: Tenant): Promise<void> {
    for await (const item of client.events({ cursor: 'start', signal: this.following.signal }))
      if (item.type === 'event') followed.push(item.event);
  }
}
