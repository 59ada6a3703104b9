import { AgentResponse, UserMessage, type ReadReply } from '@crumbtrail/contracts';
import { findTablesWith } from '@crumbtrail/testing';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { readHistory } from '../src/reading/read-history';
import { listCrumbs } from '../src/reading/list-crumbs';
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
});
