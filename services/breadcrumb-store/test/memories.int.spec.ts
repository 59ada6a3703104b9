import { MemoryLong, MemoryShort, type Draft, type MemoryFact, type Ref } from '@crumbtrail/contracts';
import type { ListMemoriesRequest, MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { listMemories } from '../src/memories/list-memories';
import { readMemoryHistory } from '../src/memories/read-memory-history';
import { Conversation } from './conversation';
import { databases } from './databases';
import { message, operator, service, StoreUnderTest, user } from './store-under-test';

const agent = (workspace: string, id: string): AuthenticatedCaller => ({
  workspace,
  principal: 'gateway',
  role: 'writer',
  participant: { kind: 'agent', id },
});

describe.each(databases)('what agents remember on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;
  let said: Ref;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    talk = await Conversation.begin(store);
    const { id, version } = await talk.say('a source', { session: 'library' });
    said = { id, version };
  });

  afterAll(async () => {
    await store.close();
  });

  const fact = (id: string, text: string, about?: string): MemoryFact => ({
    id,
    text,
    sources: [{ id: said.id, version: said.version }],
    ...(about === undefined ? {} : { about }),
  });
  const keeper = (): AuthenticatedCaller => service(talk.workspace, 'memory-keeper');
  const remember = (draft: Draft) => store.create(keeper(), draft);
  const long = (section: string, facts: readonly MemoryFact[], more: Partial<Draft> = {}, of = 'helper'): Draft => ({
    schema_name: MemoryLong.name,
    audience: 'all',
    ...more,
    context: { agent: of, section, readers: JSON.stringify(more.audience ?? 'all').slice(0, 60), facts },
  });
  const list = async (who: AuthenticatedCaller, request: ListMemoriesRequest = {}): Promise<readonly MemoryEntry[]> =>
    (await listMemories(store.db.database, request, who)).memories;
  const texts = (memories: readonly MemoryEntry[]): string[] =>
    memories.flatMap(({ facts }) => facts.map(({ text }) => text));
  const read = (who: AuthenticatedCaller, id: string) => readMemoryHistory(store.db.database, id, who);

  const rememberHome = () =>
    remember(
      long('homes', [
        fact('aaaaaaaa', 'Ann lives in Bonn.', 'user:ann'),
        fact('bbbbbbbb', 'Bob lives in Rome.', 'user:bob'),
        fact('cccccccc', 'The kettle is red.'),
      ]),
    );

  it('is known to a person as far as it is about that person, and to an operator as a whole', async () => {
    await rememberHome();
    // Ann said that, and it does not say whom it is about.
    expect(texts(await list(user(talk.workspace, 'ann')))).toEqual(['Ann lives in Bonn.', 'The kettle is red.']);
    expect(texts(await list(user(talk.workspace, 'bob')))).toEqual(['Bob lives in Rome.']);
    expect(await list(user(talk.workspace, 'eve'))).toEqual([]);
    expect(texts(await list(operator(talk.workspace)))).toHaveLength(3);
  });

  it('is known to those whom a fact names, and a fact of an earlier version to the only author of its sources', async () => {
    await remember(
      long('mixed', [
        {
          ...fact('aaaaaaaa', 'mallory: Ann wohnt in Rom.', 'user:mallory'),
          said_by: ['user:mallory'],
          names: ['user:ann'],
        },
        fact('bbbbbbbb', 'Ich bin allergisch gegen Soja.'),
        { ...fact('cccccccc', 'The agent said so.'), said_by: ['agent:helper'] },
      ]),
    );
    const known = ['mallory: Ann wohnt in Rom.', 'Ich bin allergisch gegen Soja.'];
    expect(texts(await list(user(talk.workspace, 'ann')))).toEqual(known);
    expect(texts(await list(operator(talk.workspace), { about: 'user:ann' }))).toEqual(known);
    expect(texts(await list(user(talk.workspace, 'mallory')))).toEqual(known.slice(0, 1));
    expect(await list(user(talk.workspace, 'bob'))).toEqual([]);
  });

  it('is refused where somebody asks for what is known of another', async () => {
    await rememberHome();
    await expect(list(user(talk.workspace, 'ann'), { about: 'user:bob' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(list(agent(talk.workspace, 'other'), { agent: 'helper' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(texts(await list(operator(talk.workspace), { about: 'user:bob' }))).toEqual(['Bob lives in Rome.']);
  });

  it('is not known to a person who may not read it, though it is about that person', async () => {
    const secret = long('gifts', [fact('dddddddd', 'Ann gets a bicycle.', 'user:ann')], { audience: ['user:bob'] });
    const { id } = await remember(secret);
    expect(await list(user(talk.workspace, 'ann'))).toEqual([]);
    await expect(read(user(talk.workspace, 'ann'), id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is known to an agent if it is its own memory', async () => {
    await rememberHome();
    const { id } = await remember(long('homes', [fact('eeeeeeee', 'Cat lives in Oslo.', 'user:cat')], {}, 'other'));
    expect(texts(await list(agent(talk.workspace, 'other')))).toEqual(['Cat lives in Oslo.']);
    expect((await read(agent(talk.workspace, 'other'), id)).versions).toHaveLength(1);
    await expect(read(agent(talk.workspace, 'helper'), id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is listed page by page, what changed last first, by agent, session and tier', async () => {
    const first = await rememberHome();
    await remember({
      schema_name: MemoryShort.name,
      session: 'demo',
      audience: 'all',
      context: {
        agent: 'helper',
        session: 'demo',
        readers: 'all',
        until: 1,
        shadow: 'They spoke of Bob.',
        facts: [fact('ffffffff', 'Ann is tired.', 'user:ann')],
      },
    });
    const page = await listMemories(store.db.database, { limit: 1 }, operator(talk.workspace));
    expect(page.memories.map(({ tier, shadow }) => [tier, shadow])).toEqual([['short', 'They spoke of Bob.']]);
    const { next_cursor: cursor = '' } = page;
    expect((await list(operator(talk.workspace), { cursor })).map(({ id }) => id)).toEqual([first.id]);
    const sizes = [{ session: 'demo' }, { tier: 'long' as const }, { agent: 'helper' }, { agent: 'nobody' }].map(
      async (filter) => (await list(operator(talk.workspace), filter)).length,
    );
    expect(await Promise.all(sizes)).toEqual([1, 1, 2, 0]);
    expect((await list(user(talk.workspace, 'ann'), { tier: 'short' }))[0]).not.toHaveProperty('shadow');
  });

  it('has a history, of which a person reads only what is about that person, with sources and answers', async () => {
    const memory = await rememberHome();
    const moved = long('homes', [
      fact('aaaaaaaa', 'Ann lives in Cologne.', 'user:ann'),
      fact('bbbbbbbb', 'Bob lives in Nice.', 'user:bob'),
    ]);
    const patch = { context: moved.context };
    await store.commit(keeper(), { writes: [{ op: 'update', id: memory.id, if_match: memory.version, patch }] });
    const turn = await talk.wake(await talk.say('and now?'));
    const { id } = await talk.build(turn, { text: 'quoted', quotes: [{ id: memory.id, version: 2 }] });
    const answer = (await talk.answer(turn.id, 'In Cologne.')).results[0]?.id;
    const { versions, sources, answers } = await read(user(talk.workspace, 'ann'), memory.id);
    expect(versions.map(({ version, facts }) => [version, ...facts.map(({ text }) => text)])).toEqual([
      [1, 'Ann lives in Bonn.', 'The kettle is red.'],
      [2, 'Ann lives in Cologne.'],
    ]);
    expect(versions[0]?.by).toEqual({ kind: 'service', id: 'memory-keeper' });
    expect(sources.map((line) => [line.id, line.text])).toEqual([[said.id, 'a source']]);
    expect(answers).toMatchObject([{ response: answer, agent: 'helper', session: 'demo', quoted_version: 2 }]);
    expect(answers[0]).not.toHaveProperty('context');
    expect((await read(operator(talk.workspace), memory.id)).answers).toMatchObject([
      { response: answer, context: id },
    ]);
  });

  it('names who asked for a version, though the keeper wrote it, and who wrote it where nobody asked', async () => {
    const memory = await rememberHome();
    const { context } = long('homes', [fact('aaaaaaaa', 'Ann lives in Cologne.', 'user:ann')]);
    const update = (version: number, who: AuthenticatedCaller, more: Record<string, string> = {}) => {
      const patch = { context: { ...context, ...more } };
      return store.commit(who, { writes: [{ op: 'update', id: memory.id, if_match: version, patch }] });
    };
    await update(1, keeper(), { changed_by: 'user:ann' });
    await update(2, keeper());
    await update(3, operator(talk.workspace));
    const { versions } = await read(operator(talk.workspace), memory.id);
    expect(versions.map(({ by }) => by)).toEqual([
      { kind: 'service', id: 'memory-keeper' },
      { kind: 'user', id: 'ann' },
      { kind: 'service', id: 'memory-keeper' },
      operator(talk.workspace).participant,
    ]);
  });

  it('names no source that the reader may not read', async () => {
    const confidence = message('a confidence', { session: 'library', audience: ['user:bob'] });
    const { id, version } = await store.create(user(talk.workspace, 'bob'), confidence);
    const source = { ...fact('aaaaaaaa', 'Ann lives in Bonn.', 'user:ann'), sources: [{ id, version }] };
    const memory = await remember(long('homes', [source]));
    expect((await read(user(talk.workspace, 'ann'), memory.id)).sources).toEqual([]);
    expect((await read(operator(talk.workspace), memory.id)).sources).toHaveLength(1);
  });

  it('is not found under the id of a breadcrumb of another schema', async () => {
    await expect(read(operator(talk.workspace), said.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
