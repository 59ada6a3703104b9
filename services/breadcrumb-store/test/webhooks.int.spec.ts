import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CreateWebhookRequest, WebhookFilter, WebhookLease } from '@crumbtrail/contracts/operations/webhooks';
import { writeArchive } from '../src/archive/write-archive';
import { TaskPushes } from '../src/webhooks/task-pushes';
import { Webhooks } from '../src/webhooks/webhooks';
import { databases, type TestDatabase } from './databases';
import { message, operator, StoreUnderTest, user } from './store-under-test';

jest.setTimeout(60_000);

const LEASE_MS = 60_000;
const SEALED = 'sealed-secret-of-a-webhook';
const webhook = (more: Partial<CreateWebhookRequest> = {}): CreateWebhookRequest => ({
  name: 'orders',
  url: 'https://example.org/events',
  filter: {},
  sealed_secret: SEALED,
  ...more,
});

describe.each(databases)('a webhook, on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;
  let webhooks: Webhooks;
  let workspace: string;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
    webhooks = new Webhooks(db.database, new TaskPushes(db.database));
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await db.database.query('delete from webhook');
    workspace = await store.workspace();
  });

  const add = (more: Partial<CreateWebhookRequest> = {}) => webhooks.create(operator(workspace), webhook(more));
  const say = async (text: string, more: Parameters<typeof message>[1] = {}, by = user(workspace)): Promise<number> =>
    (await store.create(by, message(text, more))).position;
  const lease = async (): Promise<WebhookLease | undefined> => (await webhooks.lease(LEASE_MS)).lease;
  const leased = async (): Promise<WebhookLease> => {
    const found = await lease();
    if (!found) throw new Error('No webhook is due.');
    return found;
  };
  const settle = ({ name, fence }: WebhookLease, position: number, more: object = {}): Promise<boolean> =>
    webhooks.settle({ workspace, name, fence, position, attempts: 0, retry_in_ms: 0, lease_ms: 0, ...more });
  const positions = ({ events }: WebhookLease): number[] => events.map(({ position }) => position);
  const stored = async () => (await webhooks.list(workspace))[0];

  it('is leased to one process at a time, which gets its events in log order', async () => {
    await add();
    const said = [await say('one'), await say('two')];
    const first = await leased();
    expect(positions(first)).toEqual(said);
    expect(await lease()).toBeUndefined();
    expect(await settle(first, first.through, { delivered: true })).toBe(true);
    expect(await lease()).toBeUndefined();
    expect(await stored()).toMatchObject({ position: said[1], delivered: 1, dead: 0, attempts: 0 });
  });

  it('goes to another process once the lease has ended, and takes nothing from the first one any more', async () => {
    await add();
    const said = await say('one');
    const first = await leased();
    await db.database.query(`update webhook set leased_until = now() - interval '1 second'`);
    const second = await leased();
    expect(positions(second)).toEqual([said]);
    expect(await settle(first, said, { delivered: true })).toBe(false);
    expect(await stored()).toMatchObject({ delivered: 0 });
    expect(await settle(second, said, { delivered: true })).toBe(true);
  });

  it('waits after a failure, keeps its position, and says why it failed', async () => {
    const { position } = await add();
    await say('one');
    const first = await leased();
    await settle(first, position, { attempts: 1, error: 'status 503', retry_in_ms: 60_000 });
    expect(await lease()).toBeUndefined();
    expect(await stored()).toMatchObject({ position, attempts: 1, last_error: 'status 503' });
    await db.database.query('update webhook set next_at = now()');
    expect(await leased()).toMatchObject({ attempts: 1, position });
  });

  it.each<[string, WebhookFilter, number[]]>([
    ['everything that everybody may read', {}, [0, 1, 2]],
    ['one session', { session: 'harbour' }, [1]],
    ['one of several tags', { tags: ['urgent', 'late'] }, [2]],
    ['a schema without events', { schemas: ['agent.response.v1'] }, []],
    ['a kind without events', { kinds: ['erased'] }, []],
    ['what a participant may read', { reader: { kind: 'user', id: 'rita' } }, [0, 1, 2, 3]],
  ])('gets the events of %s, and none of another workspace', async (_what, filter, expected) => {
    await add({ filter });
    const said = [
      await say('all'),
      await say('harbour', { session: 'harbour' }),
      await say('tag', { tags: ['urgent'] }),
    ];
    said.push(await say('for Rita', { audience: ['user:rita'] }));
    await say('elsewhere', {}, user(await store.workspace()));
    const found = await lease();
    expect(found ? positions(found) : []).toEqual(expected.map((at) => said[at]));
    if (!found) expect((await stored())?.position).toBe(store.writer.position);
  });

  it('gets its events in pages, of which none is passed over', async () => {
    const { position } = await add();
    const drafts = Array.from({ length: 130 }, (_, n) => message(`${n}`));
    const writes = drafts.map((draft) => ({ op: 'create', draft }) as const);
    await store.commit(user(workspace), { writes: writes.slice(0, 65) });
    await store.commit(user(workspace), { writes: writes.slice(65) });
    const first = await leased();
    expect(positions(first)).toEqual(Array.from({ length: 100 }, (_, n) => position + n + 1));
    expect(first.through).toBe(position + 100);
    await settle(first, first.through);
    const second = await leased();
    expect(positions(second)).toEqual(Array.from({ length: 30 }, (_, n) => position + n + 101));
  });

  it('is replayed from a position, also while a process delivers', async () => {
    await add();
    const said = [await say('one'), await say('two')];
    const first = await leased();
    const after = (said[0] ?? 0) - 1;
    expect(await webhooks.replay(workspace, 'orders', after)).toMatchObject({ position: after, attempts: 0 });
    expect(await settle(first, first.through)).toBe(false);
    expect(positions(await leased())).toEqual(said);
  });

  it('neither begins nor is replayed where retention has removed events', async () => {
    await add();
    const sweep = `insert into retention_sweep (workspace, class, removed, through, before, swept_at)
      values ($1, 'events', 5, 5, now(), now())`;
    await db.database.query(sweep, [workspace]);
    const refused = { code: 'cursor_gone', message: expect.stringContaining('Start after 5 or later') as string };
    await expect(webhooks.replay(workspace, 'orders', 4)).rejects.toMatchObject(refused);
    await expect(add({ name: 'second', after: 4 })).rejects.toMatchObject(refused);
    expect(await webhooks.replay(workspace, 'orders', 5)).toMatchObject({
      position: Math.min(5, store.writer.position),
    });
  });

  it.each(['moved_to', 'is_arriving'])(
    'is not delivered where its workspace is %s: the other cell does',
    async (column) => {
      await add();
      const said = await say('one');
      const first = await leased();
      const set = (value: string) =>
        db.database.query(`update workspace set ${column} = ${value} where name = $1`, [workspace]);
      await set(column === 'moved_to' ? `'eu'` : 'true');
      expect(await settle(first, said)).toBe(false);
      await db.database.query(`update webhook set leased_until = null`);
      expect(await lease()).toBeUndefined();
      await set(column === 'moved_to' ? 'null' : 'false');
      expect(positions(await leased())).toEqual([said]);
    },
  );

  it('has a name of its own in its workspace, and is not found from another one', async () => {
    await add();
    await expect(add()).rejects.toMatchObject({ code: 'id_conflict' });
    const other = await store.workspace();
    expect(await webhooks.list(other)).toEqual([]);
    await expect(webhooks.remove(other, 'orders')).rejects.toMatchObject({ code: 'not_found' });
    await expect(webhooks.replay(other, 'orders', 0)).rejects.toMatchObject({ code: 'not_found' });
    expect(await webhooks.remove(workspace, 'orders')).toMatchObject({ name: 'orders' });
    expect(await webhooks.list(workspace)).toEqual([]);
  });

  it('is in no archive, nor is its secret', async () => {
    await add();
    await say('one');
    await db.database.query('update relay_cursor set relayed = $1', [store.writer.position]);
    const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-webhooks-'));
    try {
      await writeArchive(db.database, folder, Number.MAX_SAFE_INTEGER);
      const texts = readdirSync(folder).map((name) => {
        const bytes = readFileSync(join(folder, name));
        return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
      });
      expect(texts.join('\n')).toContain(workspace);
      expect(texts.join('\n')).not.toContain(SEALED);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
