import { Registry } from 'prom-client';
import { measureTurns } from '../src/writer/turn-metrics';
import { Conversation } from './conversation';
import { databases } from './databases';
import { StoreUnderTest } from './store-under-test';

describe.each(databases)('the metrics of turns on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;
  const registry = new Registry();

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    measureTurns(store.db.database, registry);
  }, 60_000);

  beforeEach(async () => {
    // Metrics are sums over all workspaces.
    await store.db.database.query('delete from turn');
    talk = await Conversation.begin(store);
  });

  afterAll(async () => {
    await store.close();
  });

  const scrape = async (): Promise<Record<string, number>> => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('crumbtrail_'));
    return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^\S+ /, ''))]));
  };

  it('count an open turn that nobody has begun as unclaimed, and a turn behind it as queued', async () => {
    await talk.wake(await talk.say('one'));
    await talk.wake(await talk.say('two'));
    expect(await scrape()).toMatchObject({
      crumbtrail_turns_queued: 1,
      'crumbtrail_turns_unclaimed{runner="pool"}': 1,
      'crumbtrail_turns_unclaimed{runner="service"}': 0,
    });
  });

  it('do not count a turn as unclaimed once it was begun, also while it waits for tools without a claim', async () => {
    const turn = await talk.wake(await talk.say('one'));
    await talk.claim(turn.id, { ttl_ms: 1 });
    await store.db.database.query(`update claim set until = now() - interval '1 s'`);
    expect(await scrape()).toMatchObject({
      'crumbtrail_turns_unclaimed{runner="pool"}': 0,
      crumbtrail_turn_oldest_unclaimed_seconds: 0,
    });
  });

  it('tell the turns of services from those of the pool', async () => {
    await talk.define({ agent: 'own', runner: 'service', lane: 'agent' });
    await talk.wake(await talk.say('one'), { agent: 'own' });
    expect(await scrape()).toMatchObject({ 'crumbtrail_turns_unclaimed{runner="service"}': 1 });
  });

  it('say how long a turn is unclaimed and past its deadline, by the clock of the database', async () => {
    const turn = await talk.wake(await talk.say('one'));
    await store.db.database.query(
      `update turn set opened_at = now() - interval '90 s', deadline_at = now() - interval '30 s' where id = $1`,
      [turn.id],
    );
    const { crumbtrail_turn_oldest_unclaimed_seconds: unclaimed, crumbtrail_turn_overdue_seconds: overdue } =
      await scrape();
    expect(unclaimed).toBeGreaterThanOrEqual(90);
    expect(overdue).toBeGreaterThanOrEqual(30);
    expect(overdue).toBeLessThan(unclaimed as number);
  });

  it('are all zero while every turn is closed', async () => {
    const turn = await talk.wake(await talk.say('one'));
    const held = await talk.claim(turn.id);
    await talk.answer(turn.id, 'done', { key: `turn:${turn.id}`, fence: held.granted ? held.fence : 0 });
    expect(Object.values(await scrape())).toEqual([0, 0, 0, 0, 0]);
  });
});
