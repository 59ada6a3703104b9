import { ScheduleTick, singletonId } from '@crumbtrail/contracts';
import { operator } from './store-under-test';
import { daily, timer, WatchedStore } from './watched-store';
import { databases } from './databases';

describe.each(databases)('schedules on %s', (_name, open) => {
  let w: WatchedStore;

  beforeAll(async () => {
    w = await WatchedStore.over(await open());
  }, 60_000);
  beforeEach(() => w.begin());
  afterAll(() => w.store.close());

  it('create a tick at the due time, on its own trail, and are planned again', async () => {
    const { id } = await w.create(daily());
    expect(id).toBe(singletonId(w.workspace, 'schedule', 'morning'));
    const [first] = await w.planned(id);
    expect(first).toMatch(/T09:00:00.000Z$/);
    await w.makeDue(id);
    await Promise.all([w.due.poll(), w.anotherWatch().poll()]);
    const [tick] = await w.fired(ScheduleTick.name);
    expect(tick).toMatchObject({
      context: { schedule: { id, version: 1 }, name: 'morning', note: 'up' },
      cause_id: id,
      hop: 0,
    });
    expect(tick).toMatchObject({ trail_id: tick?.id, session: 'demo', author_id: 'breadcrumb-store' });
    expect(await w.fired(ScheduleTick.name)).toHaveLength(1);
    expect(await w.planned(id)).toEqual([first]);
  });

  it('count missed ticks in one tick, skip them, or create each of them, as `missed` says', async () => {
    const ticks = async (missed: string) => {
      const { id } = await w.create(daily({ name: missed, cron: '* * * * *', missed }));
      await w.makeDue(id, '3 hours');
      await w.due.poll();
      return (await w.fired(ScheduleTick.name)).map(({ context }) => context).filter(({ name }) => name === missed);
    };
    const once = await ticks('once');
    expect([once.length, once[0]?.['missed']]).toEqual([1, expect.any(Number)]);
    expect(Number(once[0]?.['missed'])).toBeGreaterThanOrEqual(178);
    expect((await ticks('skip')).length).toBeLessThanOrEqual(1);
    expect(await ticks('all')).toHaveLength(100);
  });

  it('do not fire while disabled, are planned again after an update, and end when erased', async () => {
    const { id } = await w.create(daily());
    await w.makeDue(id);
    await w.patch(id, 1, { name: 'morning', cron: '0 9 * * *', enabled: false });
    await w.due.poll();
    expect([await w.fired(ScheduleTick.name), await w.planned(id)]).toEqual([[], []]);
    await w.patch(id, 2, { name: 'morning', cron: '30 9 * * *', time_zone: 'Asia/Kathmandu' });
    expect(await w.planned(id)).toEqual([expect.stringMatching(/T03:45:00.000Z$/)]);
    const [before] = await w.planned(id);
    await w.patch(id, 3, { name: 'morning', cron: '30 9 * * *', time_zone: 'Asia/Kathmandu', note: 'other' });
    expect(await w.planned(id)).toEqual([before]);
    await w.erase(id, 4);
    await w.makeDue(id);
    await w.due.poll();
    expect([await w.fired(ScheduleTick.name), await w.planned(id)]).toEqual([[], []]);
  });

  it('never create two ticks for one time, even if the clock is set back', async () => {
    // Its own time must not lie in the minute that it is made due by.
    const hour = (new Date().getUTCHours() + 12) % 24;
    const { id } = await w.create(daily({ cron: `0 ${hour} * * *` }));
    await w.makeDue(id, '1 minute');
    const [at] = await w.planned(id);
    await w.due.poll();
    await w.store.db.database.query('update due set due_at = $2 where key = $1', [id, at]);
    await w.due.poll();
    expect((await w.fired(ScheduleTick.name)).map(({ context }) => context['due_at'])).toEqual([at]);
    expect(await w.planned(id)).toHaveLength(1);
  });

  it('that cannot be read do not block the others', async () => {
    const bad = await w.create(daily({ name: 'bad' }));
    const good = await w.create(daily({ name: 'good' }));
    await w.store.db.database.query(
      `update crumb_version set context = jsonb_set(context, '{time_zone}', '"Gone/Away"') where id = $1`,
      [bad.id],
    );
    for (const { id } of [bad, good]) await w.makeDue(id);
    await w.due.poll();
    expect((await w.fired(ScheduleTick.name)).map(({ context }) => context['name'])).toEqual(['good']);
    expect(await w.planned(bad.id)).toHaveLength(1);
  });

  it('can be created by users and operators, and are refused if they are invalid', async () => {
    for (const who of [w.ann, operator(w.workspace)]) await w.create(timer(), who);
    const bad = [
      daily({ cron: '61 * * * *' }),
      daily({ time_zone: 'Moon/Base' }),
      timer({ fires_at: '2026-12-31T23:59:60Z' }),
    ];
    for (const draft of bad) await expect(w.create(draft)).rejects.toMatchObject({ code: 'invalid_payload' });
    const { id } = await w.create(daily());
    await expect(w.patch(id, 1, { name: 'morning', cron: 'x' })).rejects.toMatchObject({ code: 'invalid_payload' });
  });
});
