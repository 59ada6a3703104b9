import { countTokens } from '@crumbtrail/hints';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { rebuildKeys } from '../src/search/index/text/rebuild-keys';
import { eventually } from '@crumbtrail/testing';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest } from './index-under-test';
import { databases } from './databases';

describe.each(databases)('the search index on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  const statistics = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await index.rows('term_stat', workspace)).map(({ term, df }) => [term as string, df as number]),
    );

  const corpus = async (): Promise<unknown> => {
    const [row] = await index.rows('corpus_stat', workspace);
    return row && { chunks: Number(row['chunks']), total_length: Number(row['total_length']) };
  };

  it('stores the text of a message, its counts, and the term statistics of the workspace', async () => {
    const { id, position } = await store.create(user(workspace), message('The boats are painted. Painting boats!'));
    await index.settled();
    const [row] = await index.rows('chunk', workspace);
    expect(row).toMatchObject({
      crumb_id: id,
      version: 1,
      position,
      session: 'demo',
      author_id: 'ann',
      text: 'The boats are painted. Painting boats!',
      tokens_o200k: countTokens('The boats are painted. Painting boats!', 'o200k_base'),
      tokens_cl100k: countTokens('The boats are painted. Painting boats!', 'cl100k_base'),
      length: 5,
    });
    expect(row?.['simhash']).toMatch(/^[0-9a-f]{16}$/);
    expect(await statistics()).toEqual({ ann: 1, boat: 1, paint: 1 });
    expect(await corpus()).toEqual({ chunks: 1, total_length: 5 });
  });

  it('writes the keys of texts that an earlier version has indexed, and counts them, also where it was interrupted', async () => {
    await store.commit(user(workspace), {
      writes: creates(message('船库的钥匙'), message('Die Schlüssel'), message('gone')),
    });
    await index.settled();
    const now = [await index.rows('chunk', workspace), await statistics(), await corpus()];
    const { database } = store.db;
    // As a version before this one has written them.
    await database.query(
      `update chunk set tsv = to_tsvector('english', author_id || ' ' || text), length = 9, meaning = null where workspace = $1`,
      [workspace],
    );
    await database.query('delete from term_stat where workspace = $1', [workspace]);
    await database.query(
      `insert into term_stat (workspace, term, df) select workspace, lexeme, count(*) from chunk cross join unnest(tsv)
       where workspace = $1 group by 1, 2`,
      [workspace],
    );
    await database.query('update corpus_stat set total_length = 27 where workspace = $1', [workspace]);
    await database.query(`delete from index_cursor where kind like 'keys/%'`);
    const { position } = store.writer;
    expect(await rebuildKeys(database, position, () => Promise.resolve(false))).toBe(0);
    expect(await rebuildKeys(database, position + 1_000, () => Promise.resolve(true))).toBeGreaterThanOrEqual(3);
    expect([await index.rows('chunk', workspace), await statistics(), await corpus()]).toEqual(now);
    expect(await rebuildKeys(database, position, () => Promise.resolve(true))).toBe(0);
  });

  it('rebuilds from the beginning of the log without duplicate rows or counts', async () => {
    await store.commit(user(workspace), { writes: creates(message('one apple'), message('two apples')) });
    await index.settled();
    const before = [await index.rows('chunk', workspace), await statistics(), await corpus()];
    const { database } = store.db;
    await database.query(`update index_cursor set position = 0 where kind = 'text'`);
    while ((await indexNextEvents(database)).more);
    expect([await index.rows('chunk', workspace), await statistics(), await corpus()]).toEqual(before);
  });

  it('counts only the current version, and finds an older version as of its position', async () => {
    const { id, position } = await store.create(user(workspace), message('a green parrot'));
    const patch = { context: { content: 'a blue parrot' } };
    await store.commit(user(workspace), { writes: [{ op: 'update', id, if_match: 1, patch }] });
    await index.settled();
    expect(await statistics()).toEqual({ ann: 1, blue: 1, parrot: 1 });
    expect(await index.texts(workspace, 'text', { query: 'parrot' })).toEqual(['a blue parrot']);
    expect(await index.texts(workspace, 'text', { query: 'parrot', as_of: position })).toEqual(['a green parrot']);
    expect(await index.texts(workspace, 'recent', { as_of: position })).toEqual(['a green parrot']);
  });

  it('deletes the texts and terms of an erased crumb', async () => {
    const kept = await store.create(user(workspace), message('plain words'));
    const { id } = await store.create(user(workspace), message('the password is xyzzyplugh'));
    await store.commit(user(workspace), {
      writes: [{ op: 'update', id, if_match: 1, patch: { context: { content: 'the password is plughxyzzy' } } }],
    });
    await index.settled();
    await store.commit(user(workspace), { writes: [{ op: 'erase', id, if_match: 2 }] });
    const rows = await index.rows('chunk', workspace);
    expect(rows.map((row) => row['crumb_id'])).toEqual([kept.id]);
    expect(await statistics()).toEqual({ ann: 1, plain: 1, word: 1 });
    expect(await corpus()).toEqual({ chunks: 1, total_length: 3 });
    await index.settled();
    expect(await statistics()).toEqual({ ann: 1, plain: 1, word: 1 });
  });

  it('never indexes a crumb that was erased before the index reached it', async () => {
    await index.index.stop();
    const { id } = await store.create(user(workspace), message('gone before it was seen'));
    await store.commit(user(workspace), { writes: [{ op: 'erase', id, if_match: 1 }] });
    index = await IndexUnderTest.over(store);
    await index.settled();
    expect(await index.rows('chunk', workspace)).toEqual([]);
  });

  it('stores why a text could not be rendered, and leaves it out of the counts', async () => {
    const llm_hints = { include: ['$'], template: '{{more}}' };
    const draft = message('x', { context: { content: 'x', more: 'y' }, llm_hints });
    const { id } = await store.create(user(workspace), draft);
    const patch = { context: { content: 'x', more: { a: 1 } } };
    await store.commit(user(workspace), { writes: [{ op: 'update', id, if_match: 1, patch }] });
    await index.settled();
    const rows = (await index.rows('chunk', workspace)).filter(({ version }) => version === 2);
    expect(rows).toEqual([expect.objectContaining({ text: '', hint_error: expect.stringContaining('as text') })]);
    expect(await statistics()).toEqual({});
    const { found } = await index.retrieve(workspace, { sources: [{ ...recent, name: 'recent' }] });
    expect(found.get('recent')).toEqual([expect.objectContaining({ text: '', hint_error: expect.any(String) })]);
  });

  it('indexes 64,000 characters without a space, and names of special tokens, as plain text', async () => {
    const long = 'a'.repeat(64_000);
    await store.create(user(workspace), message(long));
    await store.create(user(workspace), message('<|endoftext|> and <|im_start|> said the parrot'));
    await index.settled();
    const rows = await index.rows('chunk', workspace);
    const pieces = rows.filter(({ chunks }) => (chunks as number) > 1);
    const ordered = pieces.sort((a, b) => (a['ordinal'] as number) - (b['ordinal'] as number));
    expect(ordered.map(({ text }) => text).join('')).toBe(long);
    expect(Math.max(...ordered.map((row) => row['tokens_o200k'] as number))).toBeLessThanOrEqual(400);
    const [found] = await index.texts(workspace, 'text', { query: 'what did the parrot say?' });
    expect(found).toBe('<|endoftext|> and <|im_start|> said the parrot');
  });

  it('updates the statistics of the planner by the time that 256 positions are indexed', async () => {
    const drafts = Array.from({ length: 300 }, (_, n) => message(`the parrot said ${n}`));
    await store.commit(user(workspace), { writes: drafts.map((draft) => ({ op: 'create', draft })) });
    await index.settled();
    await eventually(async () => {
      const [crumbs] = await store.db.database.query<{ reltuples: number }>(
        `select reltuples::int from pg_class where oid = 'crumb'::regclass`,
      );
      return (crumbs?.reltuples ?? 0) >= 256;
    });
  });

  it('removes the terms of an expired crumb and no longer returns it', async () => {
    const expires_at = new Date(Date.now() + 400).toISOString();
    await store.create(user(workspace), message('a passing cloud', { expires_at }));
    await index.settled();
    expect(await statistics()).toEqual({ ann: 1, cloud: 1, pass: 1 });
    expect(await index.texts(workspace, 'text', { query: 'cloud', now: expires_at })).toEqual([]);
    const watch = store.duePoller();
    await eventually(async () => {
      await watch.poll();
      await index.settled();
      return Object.keys(await statistics()).length === 0;
    });
    expect(await index.texts(workspace, 'recent')).toEqual([]);
    const before = new Date(Date.parse(expires_at) - 200).toISOString();
    expect(await index.texts(workspace, 'recent', { now: before })).toEqual([]);
    expect(await index.texts(workspace, 'text', { query: 'cloud', now: before })).toEqual([]);
  });

  it('continues after a failed step', async () => {
    const { database } = store.db;
    await database.query('alter table index_cursor rename to index_cursor_away');
    await store.create(operator(workspace), message('late but there'));
    await eventually(() => index.errors.length > 0);
    await database.query('alter table index_cursor_away rename to index_cursor');
    await eventually(async () => (await index.rows('chunk', workspace)).length === 1);
  });
});

const recent = {
  type: 'recent' as const,
  section: 'recent' as const,
  schemas: [],
  tags: [],
  scope: 'session' as const,
  limit: 5,
  floor: 0,
  weight: 1,
};
