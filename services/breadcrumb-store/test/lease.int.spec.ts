import { eventually } from '@crumbtrail/testing';
import { prepareCommit } from '../src/commands/prepare-commit';
import { randomIds } from '../src/commands/random-ids';
import { Lease } from '../src/writer/lease';
import { Writer } from '../src/writer/writer';
import { creates, message, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

const servers = databases.filter(([name]) => name === 'postgres');

describe.each(databases)('the writer lease on %s', (_name, open) => {
  let store: StoreUnderTest;

  beforeEach(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  afterEach(async () => {
    await store.close();
  });

  it('blocks writes of a writer that has lost it, even before that writer notices', async () => {
    const workspace = await store.workspace();
    await store.db.database.query('update log_head set writer_fence = writer_fence + 1');
    const late = store.create(user(workspace), message('from the past'));
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store.db.database.query('select 1 from crumb where workspace = $1', [workspace])).toEqual([]);
  });
});

for (const [name, open] of servers) {
  it(`a second store on ${name} waits while the first one runs, and continues where it ended`, async () => {
    const store = await StoreUnderTest.over(await open());
    const workspace = await store.workspace();
    const first = await store.create(user(workspace), message('one'));
    const standby = new Lease(store.db.database, () => undefined);
    const messages: string[] = [];
    const taken = standby.acquire((writer) => messages.push(writer));
    await eventually(() => messages.length === 1);
    expect(standby.fence).toBe(0);
    await store.lease.release();
    await taken;
    const writer = new Writer(store.db.database, standby);
    const request = { writes: creates(message('two')) };
    const { results } = await writer.submit(prepareCommit(request, user(workspace), randomIds));
    expect(results[0]?.position).toBe(first.position + 1);
    await standby.release();
    await store.close();
  }, 30_000);
}
