import { AgentContext, type Draft } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { listInfluencedContexts } from '../src/reading/list-influenced-contexts';
import { Conversation } from './conversation';
import { operator, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

const agent = (workspace: string, id: string): AuthenticatedCaller => ({
  workspace,
  principal: 'gateway',
  role: 'writer',
  participant: { kind: 'agent', id },
});

describe.each(databases)('contexts that quote a crumb on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    talk = await Conversation.begin(store);
  });

  afterAll(async () => {
    await store.close();
  });

  const of = (id: string, who: AuthenticatedCaller = operator(talk.workspace), limit?: number) =>
    listInfluencedContexts(store.db.database, { id, ...(limit === undefined ? {} : { limit }) }, who);

  /** Writes a message outside any session, so that no lane waits for a decision about it. */
  const note = (content: string, more: Partial<Draft> = {}) => talk.say(content, { session: 'library', ...more });

  /** Writes a message, the context of its turn, which quotes `quoted`, and the answer. */
  const turnOn = async (quoted: { id: string; version: number }[], answer: string) => {
    const turn = await talk.wake(await talk.say('and now?'));
    const { id } = await talk.build(turn, { text: 'quoted', quotes: quoted });
    return { context: id, response: (await talk.answer(turn.id, answer)).results[0]?.id };
  };

  it('are listed with the responses to them, newest first', async () => {
    const said = await note('the heron is back');
    const other = await note('no context quotes this');
    const first = await turnOn([{ id: said.id, version: 1 }], 'one');
    const second = await turnOn([{ id: said.id, version: 1 }], 'two');
    const { contexts, beyond } = await of(said.id);
    expect(contexts.map(({ id, response }) => [id, response?.id])).toEqual([
      [second.context, second.response],
      [first.context, first.response],
    ]);
    expect(contexts[0]).toEqual({
      id: second.context,
      agent: 'helper',
      session: 'demo',
      created_at: expect.any(String),
      quoted_version: 1,
      response: { id: second.response, action: 'speak', created_at: expect.any(String) },
    });
    expect(beyond).toBe(0);
    expect(await of(other.id)).toEqual({ contexts: [], beyond: 0 });
  });

  it('are listed even without a response, and only once if they quote two versions', async () => {
    const said = await note('the heron is back');
    await store.commit(user(talk.workspace), {
      writes: [{ op: 'update', id: said.id, if_match: 1, patch: { context: { content: 'the heron is gone' } } }],
    });
    const turn = await talk.wake(await talk.say('well?'));
    const quotes = [1, 2].map((version) => ({ id: said.id, version }));
    const { id } = await talk.build(turn, { text: 'both', quotes });
    const { contexts } = await of(said.id);
    expect(contexts).toEqual([expect.objectContaining({ id, quoted_version: 2 })]);
    expect(contexts[0]).not.toHaveProperty('response');
  });

  it('are limited to the newest, with a count of the others', async () => {
    const said = await note('the heron is back');
    for (const answer of ['one', 'two', 'three']) await turnOn([{ id: said.id, version: 1 }], answer);
    const { contexts, beyond } = await of(said.id, operator(talk.workspace), 2);
    expect([contexts.length, beyond]).toEqual([2, 1]);
  });

  it('are neither listed nor counted if the caller may not read them', async () => {
    const said = await note('the heron is back');
    await turnOn([{ id: said.id, version: 1 }], 'one');
    expect(await of(said.id, user(talk.workspace))).toEqual({ contexts: [], beyond: 0 });
    expect(await of(said.id, agent(talk.workspace, 'other'))).toEqual({ contexts: [], beyond: 0 });
    expect((await of(said.id, agent(talk.workspace, 'helper'))).contexts).toHaveLength(1);
    const secret = await note('for me alone', { audience: ['ann'] });
    await turnOn([{ id: secret.id, version: 1 }], 'two');
    await expect(of(secret.id, agent(talk.workspace, 'other'))).rejects.toMatchObject({ code: 'not_found' });
    const elsewhere = await store.workspace();
    await expect(of(said.id, operator(elsewhere))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are no longer listed once the crumb or the context is erased', async () => {
    const [kept, erased] = [await note('stays'), await note('goes')];
    const both = [kept, erased].map(({ id }) => ({ id, version: 1 }));
    const { context } = await turnOn(both, 'one');
    expect((await of(erased.id)).contexts).toHaveLength(1);
    await store.commit(operator(talk.workspace), { writes: [{ op: 'erase', id: erased.id, if_match: 1 }] });
    expect(await of(erased.id)).toEqual({ contexts: [], beyond: 0 });
    const second = await turnOn([{ id: kept.id, version: 1 }], 'two');
    await store.commit(operator(talk.workspace), { writes: [{ op: 'erase', id: second.context, if_match: 1 }] });
    const left = (await of(kept.id)).contexts.map(({ id }) => id);
    expect(left).not.toContain(second.context);
    const rows = await store.db.database.query('select 1 from crumb where id = $1 and schema_name = $2', [
      context,
      AgentContext.name,
    ]);
    expect(rows).toHaveLength(1);
  });
});
