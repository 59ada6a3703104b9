import type { WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentDef,
  AgentResponse,
  Claim,
  CreateKey,
  CreateWorkspace,
  OpenTurn,
  UserMessage,
  type AgentDefV1,
  type Ref,
} from '@crumbtrail/contracts';
import { MoveWorkspace, type MovedWorkspace } from '@crumbtrail/contracts/operations/keys';
import { ComputeChecksum } from '@crumbtrail/contracts/operations/retention';
import { eventually, findTablesWith, type FreshDatabase, PrivatePostgres } from '@crumbtrail/testing';
import { Client } from 'pg';
import { ServiceUnderTest } from './service-under-test';
import { message } from './store-under-test';

/** An agent that runs its own loop. */
export const OWN_AGENT: AgentDefV1 = {
  agent: 'own',
  prompt: 'p',
  runner: 'service',
  subscriptions: [{ schema: 'user.message.v9' }],
  lane: 'agent',
};

const environment = (own: FreshDatabase, name: string, other: FreshDatabase): Record<string, string> => ({
  ...own.settings,
  CELL_DATABASES: `${name}=${other.url}`,
});

/** The stores of two cells, each on a database of its own: `home` knows `eu`, and `eu` knows `home`. */
export class TwoCells {
  private constructor(
    private readonly postgres: PrivatePostgres,
    readonly databases: Readonly<Record<'home' | 'eu', FreshDatabase>>,
    readonly home: ServiceUnderTest,
    readonly eu: ServiceUnderTest,
  ) {}

  static async start(): Promise<TwoCells> {
    const postgres = await PrivatePostgres.start();
    const databases = { home: await postgres.database(), eu: await postgres.database() };
    const start = (settings: Record<string, string>) => ServiceUnderTest.start({ bare: true, settings });
    const home = await start(environment(databases.home, 'eu', databases.eu));
    return new TwoCells(postgres, databases, home, await start(environment(databases.eu, 'home', databases.home)));
  }

  /** Until the text index of a cell is complete through a position. */
  async untilIndexed(cell: 'home' | 'eu', position: number): Promise<void> {
    await eventually(async () => {
      const rows = await this.databases[cell].query<{ position: string }>(
        `select position from index_cursor where kind = 'text'`,
      );
      return Number(rows[0]?.position) >= position;
    });
  }

  /** Moves a workspace from `home`, and does some work after the first pass has read what it copies and before it has written that. */
  async moveAround(tenant: Tenant, work: () => Promise<unknown>): Promise<void> {
    const { eu } = this.databases;
    const client = new Client({ connectionString: eu.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('lock table decision in exclusive mode');
      const moving = tenant.move(this.home, 'eu');
      const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () => (await eu.query(isWaiting)).length > 0);
      await work();
      await client.query('commit');
      await moving;
    } finally {
      await client.end();
    }
  }

  /** The tables of a cell with a text in some row. */
  find(cell: 'home' | 'eu', text: string): Promise<string[]> {
    return findTablesWith(this.databases[cell], text);
  }

  async stop(): Promise<void> {
    await this.home.stop();
    await this.eu.stop();
    await this.postgres.stop();
  }
}

/** The code with which something was refused; `accepted`: it was not. */
export const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: unknown }).code,
  );

/** A workspace with an operator's key, which is the same in every cell. */
export class Tenant {
  private constructor(
    readonly name: string,
    private readonly secret: string,
  ) {}

  static async create(cell: ServiceUnderTest, name: string): Promise<Tenant> {
    const operator = await cell.as('gateway', { key: cell.key });
    const { secret } = await operator.request(CreateWorkspace, { name });
    return new Tenant(name, secret);
  }

  in(cell: ServiceUnderTest): Promise<WorkspaceStore> {
    return cell.as('gateway', { key: this.secret }, this.name);
  }

  async say(cell: ServiceUnderTest, content: string): Promise<Ref> {
    const { results } = await (await this.in(cell)).commit({ writes: [{ op: 'create', draft: message(content) }] });
    return { id: results[0]?.id ?? '', version: 1 };
  }

  async texts(cell: ServiceUnderTest): Promise<string[]> {
    const { crumbs } = await (await this.in(cell)).list({ schema: UserMessage.name, limit: 200 });
    return crumbs.map((crumb) => ('context' in crumb ? String(crumb.context['content']) : 'erased')).sort();
  }

  /** Everything that was ever said, also what was said twice. */
  async said(cell: ServiceUnderTest): Promise<string[]> {
    const store = await this.in(cell);
    const said: string[] = [];
    for (let cursor = 'start'; ;) {
      const page = await store.events({ cursor, schemas: [UserMessage.name], limit: 100 });
      said.push(...page.events.map(({ crumb }) => String(crumb?.context['content'])));
      if (page.events.length === 0) return said;
      cursor = page.complete_through;
    }
  }

  async move(from: ServiceUnderTest, to: string, within_ms = 20_000): Promise<MovedWorkspace> {
    return (await this.in(from)).request(MoveWorkspace, { to, within_ms }, 60_000);
  }

  async checksum(cell: ServiceUnderTest): Promise<string> {
    return (await (await this.in(cell)).request(ComputeChecksum, {})).checksum;
  }

  async key(cell: ServiceUnderTest, kind: 'user' | 'agent', id: string): Promise<WorkspaceStore> {
    const { secret } = await (await this.in(cell)).request(CreateKey, { participant: { kind, id }, role: 'writer' });
    return cell.as('gateway', { key: secret }, this.name);
  }

  /** Until a message of a person is refused because the workspace is being moved. */
  async untilPeopleWait(cell: ServiceUnderTest): Promise<void> {
    await eventually(async () => (await refusal(this.say(cell, 'me too'))) === 'moving');
  }
}

/** A turn of an agent that runs its own loop, and that it has claimed. */
export interface ClaimedTurn {
  readonly tenant: Tenant;
  readonly turn: string;
  /** Ends the turn. */
  answer(): Promise<unknown>;
}

/** Creates a workspace in which an agent works on a turn. */
export async function claimTurn(cell: ServiceUnderTest, name: string): Promise<ClaimedTurn> {
  return claimTurnOf(await Tenant.create(cell, name), cell);
}

/** Lets an agent work on a turn of a workspace. */
export async function claimTurnOf(tenant: Tenant, cell: ServiceUnderTest): Promise<ClaimedTurn> {
  const operator = await tenant.in(cell);
  const definition = { schema_name: AgentDef.name, context: { ...OWN_AGENT } };
  await operator.commit({ writes: [{ op: 'create', draft: definition }] });
  const own = await tenant.key(cell, 'agent', 'own');
  const cause = await tenant.say(cell, 'work');
  const { turn } = await own.request(OpenTurn, { agent: 'own', cause });
  const key = `turn:${turn.id}`;
  const claim = await own.request(Claim, { key, ttl_ms: 60_000 });
  const context = { action: 'speak', content: 'done', turn: { id: turn.id } };
  const draft = { schema_name: AgentResponse.name, context };
  const fence = { key, fence: claim.granted ? claim.fence : 0 };
  return { tenant, turn: turn.id, answer: () => own.commit({ writes: [{ op: 'create', draft }], fence }) };
}
