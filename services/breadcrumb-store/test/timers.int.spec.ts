import { TimerFired } from '@crumbtrail/contracts';
import { Writer } from '../src/writer/writer';
import { FAR_FUTURE, timer, WatchedStore } from './watched-store';
import { databases } from './databases';

describe.each(databases)('timers on %s', (_name, open) => {
  let w: WatchedStore;

  beforeAll(async () => {
    w = await WatchedStore.over(await open());
  }, 60_000);
  beforeEach(() => w.begin());
  afterAll(() => w.store.close());

  it('fire once at their time, on their own trail, with the audience of the timer', async () => {
    const { id } = await w.create(timer({}, { audience: ['ann', 'agent:helper'] }));
    expect(await w.planned(id)).toEqual([FAR_FUTURE]);
    await w.due.poll();
    expect(await w.fired(TimerFired.name)).toEqual([]);
    await w.makeDue(id);
    await Promise.all([w.due.poll(), w.anotherWatch().poll()]);
    await w.due.poll();
    const fired = await w.fired(TimerFired.name);
    expect(fired).toMatchObject([
      {
        context: { timer: { id, version: 1 }, note: 'tea', agent: 'helper' },
        cause_id: id,
        trail_id: id,
        hop: 1,
        session: 'demo',
        audience: ['user:ann', 'agent:helper'],
        author_id: 'breadcrumb-store',
      },
    ]);
    expect(await w.planned(id)).toEqual([]);
  });

  it('fire once, late, if the store was not running at their time', async () => {
    const { id } = await w.create(timer());
    await w.makeDue(id, '3 days');
    const next = new Writer(w.store.db.database, w.store.lease);
    await w.anotherWatch(next).poll();
    await w.due.poll();
    expect(await w.fired(TimerFired.name)).toHaveLength(1);
    const { id: past } = await w.create(timer({ fires_at: '2020-02-02T02:02:02+01:00' }));
    await w.due.poll();
    expect((await w.fired(TimerFired.name)).at(-1)?.context).toMatchObject({
      timer: { id: past },
      due_at: '2020-02-02T01:02:02.000Z',
    });
  });

  it('fire at their new time after an update, again if a fired timer gets another time, and not if only its note changes', async () => {
    const { id } = await w.create(timer());
    await w.makeDue(id);
    await w.patch(id, 1, { fires_at: '2098-01-01T00:00:00Z' });
    await w.due.poll();
    expect([await w.fired(TimerFired.name), await w.planned(id)]).toEqual([[], ['2098-01-01T00:00:00.000Z']]);
    await w.makeDue(id);
    await w.due.poll();
    await w.patch(id, 2, { fires_at: '2098-01-01T00:00:00Z', note: 'other' });
    expect(await w.planned(id)).toEqual([]);
    await w.patch(id, 3, { fires_at: FAR_FUTURE });
    await w.makeDue(id);
    await w.due.poll();
    expect((await w.fired(TimerFired.name)).map(({ context }) => context['timer'])).toEqual([
      { id, version: 2 },
      { id, version: 4 },
    ]);
  });

  it('that are erased or have expired never fire', async () => {
    const gone = await w.create(timer());
    const over = await w.create(timer({}, { expires_at: new Date(Date.now() + 3_600_000).toISOString() }));
    await w.erase(gone.id, 1);
    await w.store.db.database.query(`update crumb set expires_at = now() - interval '1 s' where id = $1`, [over.id]);
    for (const { id } of [gone, over]) await w.makeDue(id);
    await w.due.poll();
    expect([await w.fired(TimerFired.name), await w.planned(gone.id), await w.planned(over.id)]).toEqual([[], [], []]);
  });
});
