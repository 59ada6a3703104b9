import { ToolCatalog, type Draft, type SourcePlan } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

const TYPES: readonly SourcePlan['type'][] = ['recent', 'latest', 'text', 'vector', 'hybrid'];
const ann = { participant: { kind: 'user', id: 'ann' } } as const;
const bob = { participant: { kind: 'user', id: 'bob' } } as const;

describe.each(databases)('retrieval on %s', (_name, open) => {
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
    return results.map(({ id }) => id);
  };

  const embedded = async (): Promise<void> => {
    await index.settled();
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
  };

  it('returns the newest texts first, by the time at which they occurred, then by position', async () => {
    await store.commit(operator(workspace), {
      imported: true,
      writes: creates(
        message('second', { occurred_at: '2024-01-01T00:00:01Z' }),
        message('first', { occurred_at: '2024-01-01T00:00:00Z' }),
        message('third', { occurred_at: '2024-01-01T00:00:01Z' }),
      ),
    });
    await index.settled();
    expect(await index.texts(workspace, 'recent')).toEqual(['third', 'second', 'first']);
    expect(await index.texts(workspace, 'recent', { sources: [source('recent', { limit: 2 })] })).toHaveLength(2);
  });

  it('renders versions that the index has not reached yet, and does not return the versions that they supersede', async () => {
    const [id] = await say('before');
    await index.settled();
    await index.index.stop();
    const patch = { context: { content: 'after' } };
    await store.commit(user(workspace), { writes: [{ op: 'update', id: id as string, if_match: 1, patch }] });
    await say('newest');
    const found = await index.texts(workspace, 'recent');
    index = await IndexUnderTest.over(store);
    expect(found.sort()).toEqual(['after', 'newest']);
  });

  it('finds texts by any word of the question, rarest word first, and by their neighbours', async () => {
    await say(
      'What is your favourite book?',
      "Charlotte's Web, always.",
      'Nice weather today',
      'My favourite colour is red',
    );
    await index.settled();
    const { found } = await index.retrieve(workspace, {
      query: 'Which book is the favourite?',
      sources: [source('text')],
    });
    const candidates = found.get('text') ?? [];
    const texts = candidates.map(({ text }) => text);
    expect(texts[0]).toBe('What is your favourite book?');
    expect(texts).toEqual(expect.arrayContaining(["Charlotte's Web, always.", 'My favourite colour is red']));
    const answer = candidates.find(({ text }) => text.startsWith('Charlotte'));
    expect(Object.keys(answer?.scores ?? {})).toEqual(expect.arrayContaining(['previous']));
    expect(Object.keys(answer?.scores ?? {})).not.toContain('bm25');
    expect(candidates.map(({ rank }) => rank)).toEqual(candidates.map((_, at) => at + 1));
  });

  it('finds a text by a word that means something like one of the question', async () => {
    await say('the wedding of the sailor', 'the boats of a sailor', 'nothing of that kind');
    await embedded();
    const { found, embedder, queries } = await index.retrieve(workspace, {
      query: 'who is married',
      sources: [source('hybrid'), source('vector')],
    });
    expect(embedder).toBe('words/1');
    // One of them looks for words like "married", which no text has.
    expect(queries).toBe(3);
    const [first] = found.get('hybrid') ?? [];
    expect(first?.text).toMatch(/wedding/);
    expect(Object.values(first?.scores ?? {}).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
    expect(found.get('vector')).toEqual(found.get('hybrid'));
  });

  it('is deterministic: ties are broken by time and position', async () => {
    await say(...Array.from({ length: 30 }, () => 'the very same words'));
    await embedded();
    const request = { query: 'same words', sources: TYPES.map((type) => source(type)) };
    const ask = async () => ({ ...(await index.retrieve(workspace, request)), queries: 0 });
    const [one, two] = [await ask(), await ask()];
    expect(one).toEqual(two);
    const positions = (one.found.get('text') ?? []).map(({ position }) => position);
    expect(positions.slice(1, -1)).toEqual([...positions.slice(1, -1)].sort((a, b) => b - a));
  });

  it('excludes the given crumbs, later positions and other sessions', async () => {
    const [first] = await say('an owl', 'another owl', message('an owl elsewhere', { session: 'other' }));
    await embedded();
    const before = store.writer.position;
    await say('an owl after that');
    await embedded();
    for (const type of TYPES) {
      const exclude = [{ id: first as string, version: 1 }];
      const texts = await index.texts(workspace, type, { query: 'owl', as_of: before, exclude });
      expect([type, texts]).toEqual([type, ['another owl']]);
    }
    const everywhere = source('text', { scope: 'workspace' });
    const { found } = await index.retrieve(workspace, { query: 'owl', sources: [everywhere] });
    expect(found.get('text')).toHaveLength(4);
  });

  it.each(TYPES)('never returns by %s a text that the viewer may not read', async (type) => {
    await say(
      'a secret owl for everybody',
      message('a secret owl for ann and her agent', { audience: ['ann', 'agent:assistant'] }),
    );
    await store.create(user(workspace, 'bob'), message('a secret owl for bob', { audience: ['bob'] }));
    await store.create(user(workspace, 'bob'), message('a secret owl for agents', { audience: 'agents' }));
    const foreign = await store.workspace();
    await store.create(user(foreign), message('a secret owl of another workspace'));
    await embedded();
    const see = async (viewer: string, behalf?: typeof ann | typeof bob): Promise<string[]> =>
      (await index.texts(workspace, type, { query: 'secret owl', viewer }, behalf)).sort();
    const shared = 'a secret owl for everybody';
    const forAgents = 'a secret owl for agents';
    const forAnn = 'a secret owl for ann and her agent';
    expect(await see('assistant')).toEqual([forAgents, forAnn, shared]);
    expect(await see('somebody-else')).toEqual([forAgents, shared]);
    expect(await see('assistant', ann)).toEqual([forAnn, shared]);
    expect(await see('assistant', bob)).toEqual([forAgents, shared]);
  });

  it('does not let private texts change the scores of viewers who cannot read them', async () => {
    await say('the heron stands', 'a grey heron', 'nothing here');
    await embedded();
    const sources = ['text', 'hybrid'].map((type) => source(type as 'text'));
    const ask = () => index.retrieve(workspace, { query: 'grey heron', viewer: 'other', sources });
    const before = (await ask()).found;
    await say(...Array.from({ length: 20 }, () => message('heron heron grey', { audience: ['ann'] })));
    await embedded();
    expect((await ask()).found).toEqual(before);
    const [row] = await index.rows('corpus_stat', workspace);
    expect(Number(row?.['chunks'])).toBe(3);
  });

  it('returns the tools of the workspace for any session', async () => {
    const tools = [{ name: 'dice', description: 'throws dice' }];
    await store.create(operator(workspace), { schema_name: ToolCatalog.name, context: { name: 'main', tools } });
    await index.settled();
    expect(
      await index.texts(workspace, 'catalog', { sources: [source('catalog', { schemas: [], scope: 'workspace' })] }),
    ).toEqual(['dice: throws dice']);
    for (const type of ['latest', 'text'] as const) {
      const open = { query: 'dice', sources: [source(type, { schemas: [], scope: 'workspace' })] };
      expect([type, await index.texts(workspace, type, open)]).toEqual([type, []]);
    }
    const named = { query: 'dice', sources: [source('text', { schemas: [ToolCatalog.name], scope: 'workspace' })] };
    expect(await index.texts(workspace, 'text', named)).toEqual(['dice: throws dice']);
  });

  it('returns the causal ancestors of the trigger, nearest first', async () => {
    const [root] = await say('the root');
    const [middle] = await say(message('the middle', { cause: { id: root as string, version: 1 } }));
    const [leaf] = await say(message('the leaf', { cause: { id: middle as string, version: 1 }, session: 'other' }));
    await index.settled();
    const trigger = { id: leaf as string, version: 1 };
    const ask = (more: Partial<SourcePlan>, from?: typeof trigger) =>
      index.texts(workspace, 'trail', { trigger: from, sources: [source('trail', { scope: 'workspace', ...more })] });
    expect(await ask({}, trigger)).toEqual(['the middle', 'the root']);
    expect(await ask({})).toEqual([]);
    expect(await ask({ schemas: [ToolCatalog.name] }, trigger)).toEqual([]);
  });

  it('returns causal ancestors that the index has not reached yet, in their newest versions and without erased ones', async () => {
    const cause = (id?: string) => ({ cause: { id: id as string, version: 1 } });
    const [root] = await say('the root');
    const [early] = await say(message('before', cause(root)));
    const [erased] = await say(message('erased', cause(early)));
    await index.settled();
    await index.index.stop();
    const patch = { context: { content: 'after' } };
    await store.commit(user(workspace), { writes: [{ op: 'update', id: early as string, if_match: 1, patch }] });
    const [late] = await say(message('late', cause(erased)));
    const [hidden] = await say(message('hidden', { ...cause(late), audience: ['ann'] }));
    const [leaf] = await say(message('the leaf', cause(hidden)));
    await store.commit(user(workspace), { writes: [{ op: 'erase', id: erased as string, if_match: 1 }] });
    const request = { trigger: { id: leaf as string, version: 1 }, as_of: store.writer.position };
    const ask = (limit: number) =>
      index.texts(workspace, 'trail', { ...request, sources: [source('trail', { scope: 'workspace', limit })] });
    const [all, nearest] = [await ask(20), await ask(2)];
    index = await IndexUnderTest.over(store);
    expect(all).toEqual(['late', 'after', 'the root']);
    expect(nearest).toEqual(['late', 'after']);
  });

  it('accepts any text as a question: quotes, operators, an empty text, 256 KiB', async () => {
    await say(`it's a "test" \\ of | odd & things`);
    await embedded();
    for (const query of [`'`, `\\`, `a' | b & !c:*`, '<->', '   ', '\u{1F600}', 'it’s', 'word '.repeat(50_000)])
      await expect(
        index.retrieve(workspace, { query, sources: TYPES.map((type) => source(type)) }),
      ).resolves.toBeDefined();
    expect(await index.texts(workspace, 'text', { query: `odd 'things'` })).toHaveLength(1);
  });
});
