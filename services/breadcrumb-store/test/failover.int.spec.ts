import { eventually } from '@crumbtrail/testing';
import { DatabaseFailedOver, recordFailover } from '../src/database/failover';
import { Lease } from '../src/writer/lease';
import { Writer } from '../src/writer/writer';
import { databases, type TestDatabase } from './databases';
import { RelayUnderTest } from './relay-under-test';
import { message, StoreUnderTest, user } from './store-under-test';

jest.setTimeout(60_000);

/** No server has this timeline: a log head that names it looks as it does on a replica that was promoted. */
const OTHER_TIMELINE = 99;

/** The database becomes a copy that ends at `head`. */
async function setBack({ database }: Pick<TestDatabase, 'database'>, head: number, timeline?: number): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('delete from crumb_event where position > $1', [head]);
    await sql.query('update log_head set position = $1, timeline = coalesce($2, timeline)', [head, timeline ?? null]);
  });
}

const failovers = ({ database }: Pick<TestDatabase, 'database'>) =>
  database.query('select epoch, head, last_known from failover order by epoch');

describe.each(databases)('the writer after a failover on %s', (_, open) => {
  let store: StoreUnderTest;
  let ends: Error[];

  beforeEach(async () => {
    ends = [];
    const db = await open();
    const lease = new Lease(db.database, (error) => ends.push(error));
    await lease.acquire(() => undefined);
    store = new StoreUnderTest(db, lease, new Writer(db.database, lease));
  });
  afterEach(() => store.close());

  async function commitSome(count: number): Promise<string> {
    const workspace = await store.workspace();
    for (let n = 0; n < count; n += 1) await store.create(user(workspace), message(`${n}`));
    return workspace;
  }

  it.each([
    ['whose timeline is another one', OTHER_TIMELINE],
    ['that ends before the last commit', undefined],
  ])(
    'appends nothing on a server %s before a new epoch and the lost range are recorded, and ends',
    async (_why, timeline) => {
      const workspace = await commitSome(5);
      await setBack(store.db, 3, timeline);
      const late = store.create(user(workspace), message('after the promotion'));
      await expect(late).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/failed over/) });
      expect(await failovers(store.db)).toEqual([{ epoch: 2, head: 3, last_known: 5 }]);
      expect(await store.db.database.query('select epoch, position from log_head')).toEqual([
        { epoch: 2, position: 3 },
      ]);
      expect(ends).toEqual([expect.any(DatabaseFailedOver)]);
      expect(ends[0]?.message).toMatch(/positions 4 to 5 are lost/);
      const again = store.create(user(workspace), message('this process has ended'));
      await expect(again).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  it('records no second failover where the relay has recorded this one, and extends the lost range to what it knew', async () => {
    const workspace = await commitSome(5);
    await setBack(store.db, 3, OTHER_TIMELINE);
    const head = { position: 3, timeline: OTHER_TIMELINE, server_timeline: null };
    await store.db.database.transaction((sql) => recordFailover(sql, head, 4));
    await expect(store.create(user(workspace), message('late'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await failovers(store.db)).toEqual([{ epoch: 2, head: 3, last_known: 5 }]);
    expect(ends).toEqual([expect.any(DatabaseFailedOver)]);
  });

  it('lets the next store write, once, in the new epoch', async () => {
    const workspace = await commitSome(5);
    await setBack(store.db, 3, OTHER_TIMELINE);
    await store.create(user(workspace), message('refused')).catch(() => undefined);
    await store.lease.release();
    const next = await StoreUnderTest.over(store.db);
    expect((await next.create(user(workspace), message('stored'))).position).toBe(4);
    expect(await failovers(store.db)).toHaveLength(1);
    await next.lease.release();
  });

  it('notices with its lease that the database failed over while no store ran', async () => {
    await commitSome(2);
    await store.lease.release();
    await setBack(store.db, 1, OTHER_TIMELINE);
    const next = await StoreUnderTest.over(store.db);
    expect(await failovers(store.db)).toEqual([{ epoch: 2, head: 1, last_known: 1 }]);
    await next.lease.release();
  });
});

describe.each(databases)('the relay after a failover on %s', (_, open) => {
  let db: TestDatabase;
  let world: RelayUnderTest;
  const soon = (holds: () => boolean | Promise<boolean>) => eventually(holds);

  beforeAll(async () => {
    db = await open();
    world = await RelayUnderTest.over(() => Promise.resolve(db));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.fresh();
    await db.database.query('truncate failover');
    await db.database.query('update log_head set timeline = log_timeline()');
  });
  afterEach(() => world.end());

  const cursors = () =>
    db.database.query('select relayed, (select max(floor) from durable) as floor, epoch from relay_cursor, log_head');

  it('ends without moving the cursor or a floor past the head of the server that was promoted', async () => {
    await world.startRelay();
    const listener = await world.listen('conductor');
    await world.append(10);
    await soon(() => listener.heard.length === 10 && world.floorOf('conductor') === 10);
    await setBack(db, 6, OTHER_TIMELINE);
    await soon(() => world.superseded.length === 1);
    expect(world.superseded[0]?.message).toMatch(/positions 7 to 10 are lost/);
    expect(await failovers(db)).toEqual([{ epoch: 2, head: 6, last_known: 10 }]);
    expect(await cursors()).toEqual([{ relayed: 6, floor: 6, epoch: 2 }]);
    await world.relay.stop();
    await world.append(8);
    expect(await cursors()).toEqual([{ relayed: 6, floor: 6, epoch: 2 }]);
  });

  it('delivers every event of the promoted server, at positions too that the stream had under the old one', async () => {
    await world.startRelay();
    const listener = await world.listen('conductor');
    await world.append(10);
    await soon(() => listener.heard.length === 10 && world.floorOf('conductor') === 10);
    await setBack(db, 6, OTHER_TIMELINE);
    await soon(() => world.superseded.length === 1);
    await world.relay.stop();
    await world.append(8);
    await world.startRelay();
    await soon(() => listener.heard.length >= 18);
    expect(listener.heard.slice(10)).toEqual([7, 8, 9, 10, 11, 12, 13, 14]);
  });

  it('extends the lost range to the last event that the stream had, if nobody else remembers it', async () => {
    await world.startRelay();
    const listener = await world.listen('conductor');
    await world.append(10);
    await soon(() => listener.heard.length === 10 && world.floorOf('conductor') === 10);
    await world.relay.stop();
    await setBack(db, 6, OTHER_TIMELINE);
    await db.database.query('update relay_cursor set relayed = 6');
    await db.database.query('update durable set floor = 6');
    const lease = new Lease(db.database, () => undefined);
    await lease.acquire(() => undefined);
    await world.append(8);
    await world.startRelay();
    await soon(() => listener.heard.length >= 18);
    expect(await world.relay.lostRanges()).toEqual([
      { from: 7, through: 10, epoch: 2, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    await lease.release();
  });

  it('recognises a restored log that has grown past the stream by the event at the end of the stream', async () => {
    await world.startRelay();
    const listener = await world.listen('conductor');
    await world.append(10);
    await soon(() => listener.heard.length === 10 && world.floorOf('conductor') === 10);
    await world.relay.stop();
    await setBack(db, 6);
    await db.database.query('update relay_cursor set relayed = 6');
    await db.database.query('update durable set floor = 6');
    await world.append(8);
    await world.startRelay();
    await soon(() => listener.heard.length >= 18);
    expect(listener.heard.slice(10)).toEqual([7, 8, 9, 10, 11, 12, 13, 14]);
    expect(world.relay.epoch).toBe(2);
  });
});
