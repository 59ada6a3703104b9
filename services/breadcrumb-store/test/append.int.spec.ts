import { sha256 } from '@crumbtrail/contracts';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

describe.each(databases)('append on %s', (_name, open) => {
  let store: StoreUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await store.close();
  });

  it('assigns gapless positions in commit order to 200 parallel commits', async () => {
    const before = await head();
    const heads: number[] = [];
    const stop = store.writer.onCommit((position) => heads.push(position));
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => store.create(user(workspace), message(`m${n}`))),
    );
    stop();
    const positions = replies.map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: 200 }, (_, n) => before + n + 1));
    expect(heads.at(-1)).toBe(before + 200);
    const rows = await store.db.database.query<{ position: number }>(
      'select e.position from crumb_event e join crumb c using (workspace, id) where e.workspace = $1 order by 1',
      [workspace],
    );
    expect(rows.map(({ position }) => position)).toEqual(positions);
  });

  it('writes the crumb, its version and its event in one transaction', async () => {
    const { id, position } = await store.create(user(workspace), message('hello', { tags: ['a', 'b'], title: 'T' }));
    const [row] = await store.db.database.query(
      `select c.author_kind, c.author_id, c.session, c.trail_id = c.id as is_root, v.context, v.tags, v.title, e.kind
       from crumb c join crumb_version v using (workspace, id, version, position)
       join crumb_event e using (workspace, id, version, position) where c.workspace = $1 and c.id = $2 and c.position = $3`,
      [workspace, id, position],
    );
    expect(row).toEqual({
      author_kind: 'user',
      author_id: 'ann',
      session: 'demo',
      is_root: true,
      context: { content: 'hello' },
      tags: ['a', 'b'],
      title: 'T',
      kind: 'created',
    });
  });

  it('commits the other requests of a group when one of them is refused', async () => {
    const before = await head();
    const good = (n: number) => store.create(user(workspace), message(`m${n}`));
    const stale = store.commit(operator(workspace), {
      writes: [...creates(message('never')), { op: 'erase', id: '0197a6d0-0000-7000-8000-000000000001', if_match: 1 }],
    });
    const outcomes = await Promise.allSettled([good(1), stale, good(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await head()).toBe(before + 2);
    expect(await contents()).toEqual(['m1', 'm2']);
  });

  it('commits the other requests of a group when the database rejects the rows of one', async () => {
    const poisoned = store.writer.submit({
      kind: 'commit',
      caller: user(workspace),
      imported: false,
      fence: null,
      idempotency: null,
      traceparent: null,
      writes: [
        {
          op: 'create',
          id: '0197a6d0-0000-7000-8000-0000000000ff',
          schema_name: 'user.message.v1',
          session: null,
          title: null,
          tags: [],
          context: { content: 'x\u0000y' },
          llm_hints: null,
          content_hash: sha256('x'),
          author: { kind: 'user', id: 'ann' },
          audience: null,
          informs: false,
          cause: null,
          expires_at: null,
          occurred_at: null,
          blob: null,
          has_derived_id: false,
          turn_id: undefined,
          request_id: undefined,
        },
      ],
    });
    const good = [1, 2, 3].map((n) => store.create(user(workspace), message(`m${n}`)));
    const [poison, ...rest] = await Promise.allSettled([poisoned, ...good]);
    expect(poison).toMatchObject({ status: 'rejected', reason: { code: 'invalid_payload' } });
    expect(rest.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await contents()).toEqual(['m1', 'm2', 'm3']);
  });

  it('returns the first reply again for the same idempotency key and request, and refuses a different request under that key', async () => {
    const request = { writes: creates(message('once')), idempotency_key: 'k1' };
    const [first, twin] = await Promise.all([
      store.commit(user(workspace), request),
      store.commit(user(workspace), request),
    ]);
    expect(twin).toEqual(first);
    expect(await store.commit(user(workspace), request)).toEqual(first);
    const other = store.commit(user(workspace), { ...request, writes: creates(message('twice')) });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await store.commit(user(workspace, 'bob'), { ...request, writes: creates(message('of bob')) });
    expect(await contents()).toEqual(['once', 'of bob']);
  });

  it('accepts an idempotency key again after its request was refused, and scopes keys to their workspace', async () => {
    const idempotency_key = 'k1';
    const stale = { op: 'erase' as const, id: '0197a6d0-0000-7000-8000-000000000001', if_match: 1 };
    const refused = store.commit(user(workspace), { writes: [stale], idempotency_key });
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    const request = { writes: creates(message('after all')), idempotency_key };
    await store.commit(user(workspace), request);
    await store.commit(user(await store.workspace()), { ...request, writes: creates(message('elsewhere')) });
    expect(await contents()).toEqual(['after all']);
  });

  it('keeps an idempotency key for one week', async () => {
    const request = { writes: creates(message('again')), idempotency_key: 'k1' };
    const aged = async (days: number): Promise<void> => {
      await store.db.database.query(`update idempotency set created_at = now() - $1 * interval '1 day'`, [days]);
      await store.duePoller().poll();
      await store.commit(user(workspace), request);
    };
    await store.commit(user(workspace), request);
    await aged(6);
    expect(await contents()).toEqual(['again']);
    await aged(8);
    expect(await contents()).toEqual(['again', 'again']);
  });

  async function head(): Promise<number> {
    const [row] = await store.db.database.query<{ position: number }>('select position from log_head');
    return row?.position ?? -1;
  }

  async function contents(): Promise<unknown[]> {
    const rows = await store.db.database.query<{ content: string }>(
      `select context->>'content' as content from crumb_version where workspace = $1 order by position`,
      [workspace],
    );
    return rows.map(({ content }) => content);
  }
});
