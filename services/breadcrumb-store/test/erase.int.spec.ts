import { AgentResponse, SessionSummary, UserMessage, type ReadReply } from '@crumbtrail/contracts';
import { findTablesWith } from '@crumbtrail/testing';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { readHistory } from '../src/reading/read-history';
import { listCrumbs } from '../src/reading/list-crumbs';
import { listErasedMessages } from '../src/reading/list-erased-messages';
import { previewErasure } from '../src/writer/preview-erasure';
import { Vacuum } from '../src/writer/vacuum';
import { readCrumbs } from '../src/reading/read-crumbs';
import { Conversation } from './conversation';
import { operator, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';
import { listEvents } from './list-events';

const CANARY = 'xyzzy-canary-4711';

describe.each(databases)('erase on %s', (_name, open) => {
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

  const change = (id: string, patch: object) =>
    store.commit(user(talk.workspace), { writes: [{ op: 'update', id, if_match: 1, patch }] });
  const remove = (id: string, if_match: number, who = user(talk.workspace)) =>
    store.commit(who, { writes: [{ op: 'erase', id, if_match }] });
  const read1 = async (id: string, who = user(talk.workspace)): Promise<ReadReply['crumbs'][number]> =>
    (await readCrumbs(store.db.database, { refs: [{ id }] }, who)).crumbs[0] ?? null;

  it('lists what is left of erased messages to those who were allowed to read them, the latest first', async () => {
    const first = await talk.say('for everybody', {});
    const second = await talk.say('for ann', { audience: ['user:ann'] });
    await talk.say('stays', {});
    await remove(first.id, 1, operator(talk.workspace));
    await remove(second.id, 1, operator(talk.workspace));
    const erasedFor = async (id: string, limit?: number) => {
      const request = { session: 'demo', ...(limit === undefined ? {} : { limit }) };
      return (await listErasedMessages(store.db.database, request, user(talk.workspace, id))).map((one) => one.id);
    };
    expect(await erasedFor('ann')).toEqual([second.id, first.id]);
    expect(await erasedFor('ann', 1)).toEqual([second.id]);
    expect(await erasedFor('bob')).toEqual([first.id]);
    const [left] = await listErasedMessages(store.db.database, { session: 'demo' }, operator(talk.workspace));
    expect(left).toEqual({
      id: second.id,
      schema_name: UserMessage.name,
      author: { kind: 'user', id: 'ann' },
      trail_id: expect.any(String),
      occurred_at: expect.any(String),
      erased_at: expect.any(String),
      erased_by: { kind: 'operator', id: 'operator' },
    });
  });

  it('removes the text of a crumb from every table, and returns the responses that may still quote it', async () => {
    const who = operator(talk.workspace);
    const said = await talk.say(`secret ${CANARY}`, {
      title: `t ${CANARY}`,
      tags: [CANARY],
      author: { name: `Ann ${CANARY}` },
    });
    const turn = await talk.wake(said);
    const blob = { text: `ann: secret ${CANARY}`, quotes: [{ id: said.id, version: 1 }] };
    const { id: context } = await talk.build(turn, blob);
    expect(await read1(context, who)).toMatchObject({ context: { formatted_context: blob.text } });
    const response = (await talk.answer(turn.id, 'well')).results[0]?.id;
    await change(said.id, { context: { content: `more ${CANARY}` }, llm_hints: { template: `${CANARY} {{content}}` } });
    while ((await indexNextEvents(store.db.database)).more) continue;
    expect(await findTablesWith(store.db.database, CANARY)).not.toEqual([]);
    const { results } = await remove(said.id, 2, who);
    expect(results[0]?.derived).toEqual([{ id: response, version: 1, schema_name: AgentResponse.name }]);
    expect(await findTablesWith(store.db.database, CANARY)).toEqual([]);
    expect(await read1(said.id)).toMatchObject({ erased: true, erased_by: { kind: 'operator', id: 'operator' } });
    expect(await read1(context, who)).not.toHaveProperty('context.formatted_context');
    await expect(readHistory(store.db.database, said.id, user(talk.workspace))).rejects.toMatchObject({
      code: 'erased',
    });
    await expect(remove(said.id, 2)).rejects.toMatchObject({ code: 'erased' });
    expect(await listEvents(store.db.database, talk.workspace, 'erased')).toEqual([{ id: said.id }]);
  });

  it('removes the crumb from lists, including lists as of an earlier position', async () => {
    const said = await talk.say(`secret ${CANARY}`, { tags: ['hot'] });
    await remove(said.id, 1);
    for (const more of [{}, { as_of: said.position }]) {
      const { crumbs } = await listCrumbs(store.db.database, { tag: 'hot', ...more }, user(talk.workspace));
      expect(crumbs).toEqual([]);
    }
  });

  it('refuses a context that quotes a crumb erased since the context was built', async () => {
    const said = await talk.say('soon gone');
    const turn = await talk.wake(said);
    await remove(said.id, 1);
    const other = await talk.wake(await talk.say('still here'));
    const blob = { text: 'soon gone', quotes: [{ id: said.id, version: 1 }] };
    await expect(talk.build(turn, blob)).rejects.toMatchObject({ code: 'turn_closed' });
    await expect(talk.build(other, blob)).rejects.toMatchObject({ code: 'unavailable' });
    const rows = await store.db.database.query('select 1 from blob where workspace = $1', [talk.workspace]);
    expect(rows).toEqual([]);
  });

  it('is forgotten by a vacuum: the request that wrote it too, which is refused when it is repeated', async () => {
    const draft = { schema_name: UserMessage.name, session: 's', context: { content: `secret ${CANARY}` } };
    const request = { writes: [{ op: 'create' as const, draft }], idempotency_key: 'once' };
    const { results } = await store.commit(user(talk.workspace), request);
    await remove(results[0]?.id ?? '', 1);
    const { database } = store.db;
    const isEmbedded = database.kind === 'pglite';
    expect(await new Vacuum(database).run()).toMatchObject({ database: database.kind, removed_from_disk: isEmbedded });
    const hashes = await database.query('select request_hash from idempotency where workspace = $1', [talk.workspace]);
    expect(hashes).toEqual([{ request_hash: '' }]);
    await expect(store.commit(user(talk.workspace), request)).rejects.toMatchObject({ code: 'erased' });
  });

  it('ends the turns that the erased crumb triggered, each with a visible response', async () => {
    const said = await talk.say('never mind');
    await talk.wake(said);
    await remove(said.id, 1);
    const { crumbs } = await listCrumbs(store.db.database, { schema: AgentResponse.name }, user(talk.workspace));
    expect(crumbs.map(({ context }) => context)).toMatchObject([{ action: 'stopped', error: { code: 'erased' } }]);
  });

  describe('its preview', () => {
    const feedback = (answer: string, who = operator(talk.workspace)) =>
      store.create(who, {
        schema_name: 'answer.feedback.v1',
        cause: { id: answer },
        context: { response: { id: answer }, agent: 'assistant', score: 1 },
      });
    async function exchange() {
      const said = await talk.say('what is the code?');
      const turn = await talk.wake(said);
      const context = await talk.build(turn, { text: 'ann: what is the code?', quotes: [{ id: said.id, version: 1 }] });
      const answer = (await talk.answer(turn.id, '4711')).results[0]?.id ?? '';
      return { said, context, answer };
    }

    it('names what the erasure then reports, the contexts that lose their text and what is erased with it, and changes nothing', async () => {
      const who = operator(talk.workspace);
      const { said, context, answer } = await exchange();
      const { id: opinion } = await feedback(answer);
      const before = store.writer.position;
      const preview = await previewErasure(store.db.database, said.id, who);
      const ofAnswer = await previewErasure(store.db.database, answer, who);
      expect(preview).toMatchObject({ id: said.id, version: 1, texts: [{ id: context.id }], erased_too: [] });
      expect(ofAnswer).toMatchObject({ erased_too: [{ id: opinion, schema_name: 'answer.feedback.v1' }], texts: [] });
      expect([await read1(said.id, who), store.writer.position]).toMatchObject([{ id: said.id, version: 1 }, before]);
      const { results } = await remove(said.id, 1, who);
      expect(preview.derived).toEqual(results[0]?.derived);
      expect(preview.derived.length).toBeGreaterThan(0);
      expect(await read1(context.id, who)).not.toHaveProperty('context.formatted_context');
      await remove(answer, 1, who);
      expect(await read1(opinion, who)).toMatchObject({ erased: true });
    });

    it('is refused with the error of the erasure where that would be refused', async () => {
      const { said } = await exchange();
      const mine = await talk.say('only for me', { audience: ['user:ann'] });
      const stranger = user(talk.workspace, 'rob');
      for (const [id, who] of [
        [said.id, stranger],
        [mine.id, stranger],
        ['0190a000-0000-7000-8000-00000000dead', stranger],
      ] as const) {
        const refusal = await remove(id, 1, who).catch((error: unknown) => error as { code: string; message: string });
        const { code, message } = refusal as { code: string; message: string };
        await expect(previewErasure(store.db.database, id, who)).rejects.toMatchObject({ code, message });
      }
      await remove(said.id, 1);
      await expect(previewErasure(store.db.database, said.id, user(talk.workspace))).rejects.toMatchObject({
        code: 'erased',
      });
    });

    it('and the erasure name nothing that the caller may not read', async () => {
      const { said } = await exchange();
      const hidden = { schema_name: SessionSummary.name, audience: ['user:rob'] };
      const context = {
        session: 'demo',
        text: 's',
        until: 9,
        scope: { level: 'part' },
        sources: [{ id: said.id, version: 1 }],
      };
      const { id: summary } = await store.create(operator(talk.workspace), { ...hidden, context });
      const ofOperator = await previewErasure(store.db.database, said.id, operator(talk.workspace));
      const ofAnn = await previewErasure(store.db.database, said.id, user(talk.workspace));
      expect(ofOperator.derived.map(({ id }) => id)).toContain(summary);
      expect(ofAnn.derived.map(({ id }) => id)).not.toContain(summary);
      expect(ofAnn.texts).toEqual([]);
      const { results } = await remove(said.id, 1);
      expect(results[0]?.derived?.map(({ id }) => id)).not.toContain(summary);
    });
  });
});
