import { ToolCatalog, type Draft } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { SessionTextCache } from '../src/search/session-cache/session-text-cache';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

describe.each(databases)('the number of queries of a retrieval on %s', (_name, open) => {
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

  const say = async (...contents: (string | Draft)[]): Promise<string[]> => {
    const drafts = contents.map((one) => (typeof one === 'string' ? message(one) : one));
    const { results } = await store.commit(user(workspace), { writes: creates(...drafts) });
    await index.settled();
    return results.map(({ id }) => id);
  };

  it('is one for a cached conversation, and two while its texts are loaded', async () => {
    await say('the owl sat on the harbour wall', 'which wall?', 'the one by the lamp');
    const sources = [source('recent'), source('hybrid'), source('catalog', { scope: 'workspace', schemas: [] })];
    const request = { query: 'where was the owl?', sources };
    const counts = [];
    for (let nth = 0; nth < 3; nth += 1) counts.push((await index.retrieve(workspace, request)).queries);
    await say('a lamp');
    counts.push((await index.retrieve(workspace, request)).queries);
    expect(counts).toEqual([2, 1, 1, 1]);
  });

  it('rises only when the tool catalogs of the workspace have changed', async () => {
    await say('an owl');
    const sources = [source('catalog', { scope: 'workspace', schemas: [] })];
    const look = async () => {
      const { found, queries } = await index.retrieve(workspace, { query: 'owl', sources });
      return { queries, names: (found.get('catalog') ?? []).map(({ text }) => /owls|herons/.exec(text)?.[0]) };
    };
    const catalog = (name: string): Draft => ({
      schema_name: ToolCatalog.name,
      context: { name, tools: [{ name, description: `counts ${name}` }] },
    });
    await look();
    const { id } = await store.create(operator(workspace), catalog('owls'));
    await index.settled();
    // The three queries: check for changes, read the changes, read the document frequencies of their stems.
    expect(await look()).toEqual({ queries: 3, names: ['owls'] });
    await say('a heron');
    expect(await look()).toEqual({ queries: 1, names: ['owls'] });
    await store.commit(operator(workspace), { writes: [{ op: 'erase', id, if_match: 1 }] });
    await index.settled();
    expect(await look()).toEqual({ queries: 1, names: [] });
  });

  it('includes reading document frequencies only once across questions', async () => {
    await say('the owl sat on the harbour wall', 'a lamp in the fog', 'seven herons');
    const ask = (query: string) => index.retrieve(workspace, { query, sources: [source('text')] });
    const counts = [];
    for (const query of ['owl', 'lamp', 'herons']) counts.push((await ask(query)).queries);
    expect(counts).toEqual([2, 1, 1]);
  });

  it('is at most four for any plan, and each source returns the same as when it is the only one', async () => {
    const [root] = await say('the owl sat on the harbour wall', 'which wall?', message('owls', { tags: ['birds'] }));
    const [leaf] = await say(
      message('the one by the lamp', { cause: { id: root as string, version: 1 }, session: 'other' }),
    );
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    const wide = (type: 'recent' | 'tagged' | 'text' | 'vector' | 'hybrid' | 'trail', scope: 'agent' | 'workspace') =>
      source(type, { name: `${type} ${scope}`, scope, tags: type === 'tagged' ? ['birds'] : [] });
    const types = ['recent', 'tagged', 'text', 'vector', 'hybrid', 'trail'] as const;
    const sources = [source('hybrid'), ...types.flatMap((type) => [wide(type, 'agent'), wide(type, 'workspace')])];
    const request = { query: 'owl by the lamp', trigger: { id: leaf as string, version: 1 }, sources };
    const all = await index.retrieve(workspace, request, undefined, new SessionTextCache(store.db.database));
    expect(all.queries).toBeLessThanOrEqual(4);
    for (const one of sources) {
      const alone = await index.retrieve(workspace, { ...request, sources: [one] });
      expect([one.name, all.found.get(one.name)]).toEqual([one.name, alone.found.get(one.name)]);
    }
    expect([...all.found.values()].filter((candidates) => candidates.length > 0).length).toBeGreaterThan(6);
  });
});
