import { UserMessage } from '@crumbtrail/contracts';
import { DurableEntity } from '../src/entities/relay.entity';
import { RelayRecords } from '../src/relay/relay-records';
import { Conversation } from './conversation';
import { databases } from './databases';
import { StoreUnderTest, user } from './store-under-test';

describe.each(databases)('the events that the writer hands to the relay on %s', (_name, open) => {
  let store: StoreUnderTest;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  afterAll(async () => {
    await store.close();
  });

  const relayRecords = (): RelayRecords =>
    new RelayRecords(store.db.database, store.db.source.getRepository(DurableEntity));

  it('are those that are stored, and are read again once an erasure has changed them', async () => {
    const [handed, stored] = [relayRecords(), relayRecords()];
    const stop = store.writer.onCommit((_head, events) => handed.addCommitted(events));
    const { head: before } = await stored.state();
    const talk = await Conversation.begin(store);
    const said = await talk.say('what is the port?', { title: 'a question', tags: ['harbour'] });
    const turn = await talk.wake(said);
    await talk.build(turn, { text: 'ann: what is the port?', quotes: [{ id: said.id, version: 1 }] });
    await talk.answer(turn.id, 'It is 4222.');
    const context = { content: 'what is the host?', exclude: [said.id] };
    const edit = { schema_name: UserMessage.name, context };
    await store.commit(user(talk.workspace), { writes: [{ op: 'create', draft: edit }] });
    const update = { op: 'update' as const, id: said.id, if_match: 1, patch: { tags: ['harbour', 'port'] } };
    await store.commit(user(talk.workspace), { writes: [update] });

    const { head } = await stored.state();
    expect(head - before).toBeGreaterThan(5);
    const queried = jest.spyOn(store.db.database, 'query');
    const fromMemory = await handed.events(before, head, 1_000);
    expect(queried).not.toHaveBeenCalled();
    queried.mockRestore();
    expect(fromMemory).toEqual(await stored.events(before, head, 1_000));
    const leaves = fromMemory.filter((event) => event.leaves !== undefined);
    expect(leaves.map((event) => [event.id === said.id, event.schema_name, event.leaves])).toEqual([
      [true, UserMessage.name, false],
      [false, UserMessage.name, true],
    ]);

    const erase = { op: 'erase' as const, id: said.id, if_match: 2 };
    await store.commit(user(talk.workspace), { writes: [erase] });
    stop();
    const all = await handed.events(before, head + 1, 1_000);
    expect(all).toEqual(await stored.events(before, head + 1, 1_000));
    expect(all.filter(({ id }) => id === said.id).map(({ content_hash }) => content_hash)).toEqual(['', '', '']);
  });
});
