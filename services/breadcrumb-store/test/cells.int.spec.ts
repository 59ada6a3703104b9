import { CrumbStore, type WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentDef,
  AgentResponse,
  Claim,
  CreateKey,
  CreateWorkspace,
  ListWorkspaces,
  OpenTurn,
  singletonId,
  UserMessage,
  type AgentDefV1,
  type Ref,
} from '@crumbtrail/contracts';
import { MoveWorkspace, type MovedWorkspace } from '@crumbtrail/contracts/operations/keys';
import { ComputeChecksum } from '@crumbtrail/contracts/operations/retention';
import { ensurePostgres } from '@crumbtrail/setup/postgres';
import { startPostgres, type PostgresServer, WITHOUT_DISK_SYNC } from '@crumbtrail/setup/postgres-server';
import { eventually, freshDatabase, type FreshDatabase } from '@crumbtrail/testing';
import { MOVED_TABLES } from '../src/cells/moved-tables';
import { ServiceUnderTest } from './service-under-test';
import { message } from './store-under-test';

jest.setTimeout(120_000);

const AGENT: AgentDefV1 = {
  agent: 'own',
  prompt: 'p',
  runner: 'service',
  subscriptions: [{ schema: 'user.message.v9' }],
  lane: 'agent',
};

let postgres: PostgresServer;
let databases: readonly FreshDatabase[];
let home: ServiceUnderTest;
let eu: ServiceUnderTest;

const environment = (own: FreshDatabase, other: FreshDatabase, name: string): Record<string, string> => ({
  ...own.settings,
  CELL_DATABASES: `${name}=${other.url}`,
});

beforeAll(async () => {
  postgres = await startPostgres(ensurePostgres(), WITHOUT_DISK_SYNC);
  databases = [await freshDatabase(postgres.url), await freshDatabase(postgres.url)];
  const [first, second] = databases as [FreshDatabase, FreshDatabase];
  home = await ServiceUnderTest.start({ bare: true, settings: environment(first, second, 'eu') });
  eu = await ServiceUnderTest.start({ bare: true, settings: environment(second, first, 'home') });
});
afterAll(async () => {
  await home.stop();
  await eu.stop();
  await postgres.stop();
});

/** A workspace with an operator's key that is the same in every cell. */
class Tenant {
  private constructor(
    readonly name: string,
    private readonly secret: string,
  ) {}

  static async create(name: string): Promise<Tenant> {
    const operator = await home.as('gateway', { key: home.key });
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
}

/** Until the text index of a cell is complete through a position. */
const untilIndexed = (database: FreshDatabase | undefined, position: number): Promise<unknown> =>
  eventually(async () => {
    const rows = await database?.query<{ position: string }>(`select position from index_cursor where kind = 'text'`);
    return Number(rows?.[0]?.position) >= position;
  });

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: unknown }).code,
  );

describe('a workspace that moves to another cell', () => {
  it('is there whole, with its keys, positions and cursors, and no longer where it was', async () => {
    const tenant = await Tenant.create('whole');
    for (let n = 0; n < 30; n += 1) await tenant.say(home, `message ${n}`);
    const { position } = await (
      await tenant.in(home)
    )
      .list({ limit: 1 })
      .then(({ crumbs }) => crumbs[0] as { position: number });
    await untilIndexed(databases[0], position);
    const before = await (await tenant.in(home)).events({ cursor: 'start', limit: 10 });
    expect(before.events).toHaveLength(10);
    const cursor = before.complete_through;
    const checksum = await tenant.checksum(home);
    const moved = await tenant.move(home, 'eu');
    expect(moved).toMatchObject({ workspace: 'whole', cell: 'eu', rows: { crumb_event: 30, crumb: 30, chunk: 30 } });
    expect(await tenant.checksum(eu)).toBe(checksum);
    expect(await tenant.texts(eu)).toHaveLength(30);
    const rest = await (await tenant.in(eu)).events({ cursor, limit: 100 });
    expect(rest.events).toHaveLength(30 - before.events.length);
    expect(await refusal(tenant.texts(home))).toBe('unauthenticated');
    const service = await home.as('conductor', {}, 'whole');
    await expect(service.list({})).rejects.toMatchObject({
      code: 'not_found',
      message: 'The workspace whole is in the cell eu.',
    });
    const names = async (cell: ServiceUnderTest): Promise<string[]> => {
      const operator = await cell.as('gateway', { key: cell.key });
      return (await operator.request(ListWorkspaces, {})).workspaces.map(({ name }) => name);
    };
    expect(await names(home)).not.toContain('whole');
    expect(await names(eu)).toContain('whole');
  });

  it('goes on there after the highest position of both cells, is found by its words, and comes back', async () => {
    const tenant = await Tenant.create('there-and-back');
    await tenant.say(home, 'the zeppelin lands');
    await tenant.move(home, 'eu');
    const { id } = await tenant.say(eu, 'the zeppelin starts');
    const found = async (cell: ServiceUnderTest): Promise<number> =>
      (await (await tenant.in(cell)).search({ query: 'zeppelin', mode: 'text', limit: 10 })).results.length;
    expect(await found(eu)).toBe(2);
    await (await tenant.in(eu)).commit({ writes: [{ op: 'erase', id, if_match: 1 }] });
    await tenant.say(eu, 'the zeppelin is late');
    const { events } = await (await tenant.in(eu)).events({ cursor: 'start', limit: 100 });
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    await tenant.move(eu, 'home');
    expect(await found(home)).toBe(2);
    expect(await tenant.texts(home)).toEqual(['the zeppelin is late', 'the zeppelin lands']);
    await tenant.say(home, 'the zeppelin rests');
    expect(await found(home)).toBe(3);
  });

  it('keeps a definition that was changed in the other cell', async () => {
    const tenant = await Tenant.create('definitions');
    const operator = await tenant.in(home);
    await operator.commit({ writes: [{ op: 'create', draft: { schema_name: AgentDef.name, context: { ...AGENT } } }] });
    const id = singletonId('definitions', 'agent', 'own');
    const prompt = async (cell: ServiceUnderTest): Promise<unknown> =>
      (await (await tenant.in(cell)).list({ schema: AgentDef.name })).crumbs.map(
        (crumb) => 'context' in crumb && crumb.context['prompt'],
      );
    expect(await prompt(home)).toEqual(['p']);
    const { position } = await operator.list({ schema: AgentDef.name });
    await tenant.move(home, 'eu');
    const patch = { context: { ...AGENT, prompt: 'q' } };
    await (await tenant.in(eu)).commit({ writes: [{ op: 'update', id, if_match: 1, patch }] });
    await tenant.move(eu, 'home');
    const since = await (await tenant.in(home)).list({ schema: AgentDef.name, if_changed_since: position });
    expect(since.crumbs).toMatchObject([{ context: { prompt: 'q' } }]);
    expect(await prompt(home)).toEqual(['q']);
  });

  it('loses no message and doubles none while people write', async () => {
    const tenant = await Tenant.create('busy');
    const said: string[] = [];
    let cell = home;
    let isOver = false;
    const write = async (client: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const content = `client ${client} message ${n}`;
        for (let done = false; !done;) {
          const answer = await refusal(tenant.say(cell, content));
          done = answer === 'accepted';
          if (!done) expect(['moving', 'unauthenticated']).toContain(answer);
        }
        said.push(content);
      }
    };
    const clients = [0, 1, 2, 3].map(write);
    await eventually(() => said.length > 50);
    const moving = tenant.move(home, 'eu');
    await eventually(
      async () => {
        if ((await refusal(tenant.texts(eu))) === 'accepted') cell = eu;
        return cell === eu;
      },
      { withinMs: 30_000 },
    );
    await moving;
    const before = said.length;
    await eventually(() => said.length > before + 20);
    isOver = true;
    await Promise.all(clients);
    const { events } = await (await tenant.in(eu)).events({ cursor: 'start', limit: 1_000 });
    expect(events).toHaveLength(said.length);
    const { crumbs } = await (await tenant.in(eu)).read({ refs: events.map(({ id, version }) => ({ id, version })) });
    const stored = crumbs.map((crumb) => (crumb && 'context' in crumb ? String(crumb.context['content']) : ''));
    expect(stored.sort()).toEqual([...said].sort());
  });
});

/** A turn of an agent that runs its own loop, claimed in the first cell. */
interface ClaimedTurn {
  readonly tenant: Tenant;
  readonly turn: string;
  /** Ends the turn. */
  answer(): Promise<unknown>;
}

async function claimTurn(name: string): Promise<ClaimedTurn> {
  const tenant = await Tenant.create(name);
  const operator = await tenant.in(home);
  await operator.commit({ writes: [{ op: 'create', draft: { schema_name: AgentDef.name, context: { ...AGENT } } }] });
  const own = await tenant.key(home, 'agent', 'own');
  const cause = await tenant.say(home, 'work');
  const { turn } = await own.request(OpenTurn, { agent: 'own', cause });
  const key = `turn:${turn.id}`;
  const claim = await own.request(Claim, { key, ttl_ms: 60_000 });
  const context = { action: 'speak', content: 'done', turn: { id: turn.id } };
  const draft = { schema_name: AgentResponse.name, context };
  const fence = { key, fence: claim.granted ? claim.fence : 0 };
  return { tenant, turn: turn.id, answer: () => own.commit({ writes: [{ op: 'create', draft }], fence }) };
}

const untilPeopleWait = (tenant: Tenant): Promise<unknown> =>
  eventually(async () => (await refusal(tenant.say(home, 'me too'))) === 'moving');

describe('the work of agents', () => {
  it('ends before the workspace moves, while people wait and read', async () => {
    const { tenant, answer } = await claimTurn('drained');
    const moving = tenant.move(home, 'eu');
    await untilPeopleWait(tenant);
    expect(await tenant.texts(home)).toContain('work');
    await answer();
    await expect(moving).resolves.toMatchObject({ cell: 'eu' });
    const { crumbs } = await (await tenant.in(eu)).list({ schema: AgentResponse.name });
    expect(crumbs).toMatchObject([{ context: { content: 'done' } }]);
  });

  it('that does not end in time keeps the workspace where it is', async () => {
    const { tenant, turn } = await claimTurn('kept');
    await expect(tenant.move(home, 'eu', 300)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`works on turn:${turn}`),
    });
    await tenant.say(home, 'still here');
    expect(await tenant.texts(home)).toContain('still here');
    expect(await refusal(tenant.texts(eu))).toBe('unauthenticated');
  });
});

describe('the log of the other cell', () => {
  it('delivers and indexes its own events while a workspace with higher positions arrives, and none of that twice', async () => {
    const { tenant, answer } = await claimTurn('higher');
    const other = new CrumbStore(await eu.bus('conductor'));
    for (let position = 0; position <= (await other.status()).head;) {
      const { id } = await tenant.say(home, 'old');
      position = (await (await tenant.in(home)).readOne(UserMessage, id))?.position ?? 0;
    }
    const received: string[] = [];
    const bus = await eu.bus('gateway');
    bus.subscribeEvents('higher', ({ id }) => received.push(id));
    bus.subscribeEvents('default', ({ id }) => received.push(id));
    const moving = tenant.move(home, 'eu');
    await untilPeopleWait(tenant);
    const operator = await eu.as('gateway', { key: eu.key });
    const own: string[] = [];
    for (const word of ['quagga', 'dodo']) {
      const { results } = await operator.commit({ writes: [{ op: 'create', draft: message(`a ${word} grazes`) }] });
      own.push(results[0]?.id ?? '');
      await eventually(
        async () => (await operator.search({ query: word, mode: 'text', limit: 5 })).results.length === 1,
      );
      await untilIndexed(databases[1], results[0]?.position ?? 0);
    }
    await answer();
    await moving;
    const { id } = await tenant.say(eu, 'new');
    await eventually(() => received.includes(id));
    expect(received).toEqual([...own, id]);
  });
});

describe('a crash during a move', () => {
  it('before the other cell has the workspace leaves it where it was', async () => {
    const tenant = await Tenant.create('crashed-early');
    await tenant.say(home, 'safe');
    await databases[0]?.query(`update workspace set moved_to = 'eu' where name = 'crashed-early'`);
    await home.restart();
    await eventually(async () => (await refusal(tenant.texts(home))) === 'accepted');
    expect(await tenant.texts(home)).toEqual(['safe']);
  });

  it('after that leaves it in the other one', async () => {
    const tenant = await Tenant.create('crashed-late');
    await tenant.say(home, 'safe');
    const tables = await databases[0]?.query<{ key: string }>(
      `select secret_hash as key from api_key where workspace = 'crashed-late'`,
    );
    await tenant.move(home, 'eu');
    await databases[0]?.query(
      `insert into api_key (id, workspace, participant_kind, participant_id, role, secret_hash)
       values (gen_random_uuid(), 'crashed-late', 'operator', 'operator', 'operator', $1)`,
      [tables?.[0]?.key],
    );
    await home.restart();
    await eventually(async () => (await refusal(tenant.texts(home))) === 'unauthenticated');
    expect(await tenant.texts(eu)).toEqual(['safe']);
  });
});

describe('a move is refused', () => {
  it.each([
    ['to a cell that the store does not know', 'mars', 'not_found', /CELL_DATABASES has eu/],
    ['of a workspace that the other cell has too', 'eu', 'id_conflict', /has a workspace twice already/],
  ])('%s', async (_what, to, code, why) => {
    const tenant = await Tenant.create('twice').catch(() => null);
    if (tenant) {
      const operator = await eu.as('gateway', { key: eu.key });
      await operator.request(CreateWorkspace, { name: 'twice' });
      kept = tenant;
    }
    await expect(kept?.move(home, to)).rejects.toMatchObject({ code, message: expect.stringMatching(why) });
  });
  let kept: Tenant | null = null;

  it('of the workspace that every cell has', async () => {
    const operator = await home.as('gateway', { key: home.key });
    await expect(operator.request(MoveWorkspace, { to: 'eu' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('every table with rows of workspaces says how they move', async () => {
  const rows = await databases[0]?.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'workspace' and t.table_type = 'BASE TABLE' and table_schema = current_schema() order by 1`,
  );
  expect(rows?.map(({ name }) => name)).toEqual(Object.keys(MOVED_TABLES).sort());
});
