import { EvalCase, MemoryLong, WorkspaceRetention, type WorkspaceRetentionV1 } from '@crumbtrail/contracts';
import { describeRetention } from '../src/retention/describe-retention';
import { previewRetention } from '../src/retention/preview-retention';
import { databases } from './databases';
import { DAY, HOUR, Lives } from './lives-under-test';
import { memoryOf } from './old-data';
import { operator, service, user } from './store-under-test';

describe.each(databases)('lives of breadcrumbs on %s', (_name, open) => {
  let lives: Lives;

  beforeAll(async () => {
    lives = await Lives.over(await open());
  }, 60_000);
  beforeEach(() => lives.begin());
  afterAll(() => lives.store.close());

  it('removes what nobody has used for the seconds of its schema, and keeps what a context showed or somebody read', async () => {
    await lives.define({ class: 'use', unused_seconds: DAY });
    const unused = await lives.note('unused');
    const read = await lives.note('read');
    const shown = await lives.note('shown');
    const changed = await lives.note('changed');
    await lives.settle(3);
    lives.uses.note(lives.workspace, [read.id]);
    await lives.show(shown);
    await lives.store.commit(user(lives.workspace), {
      writes: [{ op: 'update', id: changed.id, if_match: 1, patch: { context: { text: 'changed again' } } }],
    });
    const fresh = await lives.note('fresh');
    await lives.settle(0);
    await lives.sweep();
    expect(await Promise.all([unused, read, shown, changed, fresh].map((one) => lives.isGone(one)))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(
      await lives.query('select class, removed from retention_sweep where workspace = $1', [lives.workspace]),
    ).toEqual([{ class: 'lives', removed: 1 }]);
  });

  it('a use counts although the context that showed it was removed meanwhile', async () => {
    await lives.define({ class: 'use', unused_seconds: 5 * DAY });
    const shown = await lives.note('shown');
    await lives.settle(4);
    const context = await lives.show(shown);
    lives.uses.note(lives.workspace, [shown.id]);
    await lives.uses.write();
    await lives.keep({ keep_days: { contexts: 1 } });
    await lives.settle(3);
    await lives.sweep();
    expect([await lives.isGone(context), await lives.isGone(shown)]).toEqual([true, false]);
    await lives.settle(3);
    await lives.sweep();
    expect(await lives.isGone(shown)).toBe(true);
  });

  it('age and use: `both` removes what is old and unused, `either` what is one of them', async () => {
    const both = { schema: 'note.v1', seconds: 2 * DAY, unused_seconds: 4 * DAY };
    await lives.define({ class: 'forever' });
    await lives.keep({ keep_days: {}, lives: [both] });
    const old = await lives.note('old and unused');
    const used = await lives.note('old and used');
    await lives.settle(3);
    lives.uses.note(lives.workspace, [used.id]);
    await lives.uses.write();
    await lives.settle(2);
    await lives.sweep();
    expect([await lives.isGone(old), await lives.isGone(used)]).toEqual([true, false]);
    const [setting] = await lives.query<{ id: string }>(
      `select id from crumb where workspace = $1 and schema_name = '${WorkspaceRetention.name}'`,
      [lives.workspace],
    );
    await lives.store.commit(operator(lives.workspace), {
      writes: [
        {
          op: 'update',
          id: setting?.id ?? '',
          if_match: 1,
          patch: { context: { name: 'retention', keep_days: {}, lives: [{ ...both, when: 'either' }] } },
        },
      ],
    });
    await lives.settle(0);
    await lives.sweep();
    expect(await lives.isGone(used)).toBe(true);
  });

  it('a default life in seconds is when a breadcrumb expires, unless it says when itself', async () => {
    await lives.define({ class: 'seconds', seconds: 90 });
    const usual = await lives.note('usual');
    const own = await lives.note('own', { expires_at: '2099-01-01T00:00:00Z' });
    const rows = await lives.query<{ id: string; seconds: number | null }>(
      `select id, extract(epoch from expires_at - created_at)::bigint as seconds from crumb where workspace = $1 and schema_name = 'note.v1'`,
      [lives.workspace],
    );
    expect(rows.find(({ id }) => id === usual.id)?.seconds).toBe(90);
    expect(rows.find(({ id }) => id === own.id)?.seconds).toBeGreaterThan(1e9);
  });

  it('refuses a life without a time, of a schema that keeps what was said, and fields that the class does not use', async () => {
    const keepLife = (life: object) => lives.keep({ keep_days: {}, lives: [life] as WorkspaceRetentionV1['lives'] });
    await expect(keepLife({ schema: 'note.v1' })).rejects.toMatchObject({ code: 'invalid_payload' });
    await expect(keepLife({ schema: 'user.message.v1', seconds: 60 })).rejects.toMatchObject({
      code: 'invalid_payload',
    });
    await expect(lives.define({ class: 'use' })).rejects.toMatchObject({ code: 'invalid_payload' });
    await expect(lives.define({ class: 'seconds' })).rejects.toMatchObject({ code: 'invalid_payload' });
    await expect(lives.define({ class: 'forever', seconds: 60 })).rejects.toMatchObject({ code: 'invalid_payload' });
  });

  it('removes nothing that a hold, a pinned case, a pinned fact or an open turn names', async () => {
    await lives.define({ class: 'use', unused_seconds: HOUR });
    await lives.keep({ keep_days: {}, lives: [{ schema: MemoryLong.name, unused_seconds: HOUR }] });
    const held = await lives.note('held', { tags: ['hold'] });
    const pinned = await lives.note('pinned');
    const other = await lives.note('other');
    const memory = memoryOf(other.id);
    const facts = (memory.context as { facts: object[] }).facts;
    const keeper = service(lives.workspace, 'memory-keeper');
    const withPin = await lives.store.create(keeper, {
      ...memory,
      context: { ...memory.context, section: 'pinned', facts: facts.map((fact) => ({ ...fact, pinned: true })) },
    });
    const ofNobody = await lives.note('of nobody');
    const withoutPin = await lives.store.create(keeper, {
      ...memory,
      context: { ...memory.context, section: 'other', facts: facts.map((fact) => ({ ...fact, pinned: false })) },
    });
    const context = await lives.show(ofNobody);
    await lives.store.create(user(lives.workspace), {
      schema_name: EvalCase.name,
      context: {
        context_id: context.id,
        trail_id: (await lives.talk.crumb(context.id))['trail_id'],
        agent: 'helper',
        chosen_by: 'caller',
        must_have: [{ id: pinned.id, version: 1 }],
      },
    });
    const ofOpen = await lives.note('of an open turn');
    const turn = await lives.talk.wake(await lives.talk.say('open'));
    await lives.talk.build(turn, { text: 'x', quotes: [{ id: ofOpen.id, version: 1 }] });
    await lives.settle(3);
    await lives.sweep();
    // What the memory rests on stays as long as the memory, and what the pinned case's context quotes as long as the case.
    const all = [held, pinned, other, withPin, withoutPin, ofNobody, ofOpen];
    expect(await Promise.all(all.map((one) => lives.isGone(one)))).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('a life by use begins when it is set, because earlier uses were not counted', async () => {
    await lives.define({ class: 'forever' });
    const old = await lives.note('old');
    await lives.settle(30);
    await lives.keep({ keep_days: {}, lives: [{ schema: 'note.v1', unused_seconds: DAY }] });
    await lives.settle(0);
    await lives.sweep();
    expect(await lives.isGone(old)).toBe(false);
    const described = await describeRetention(lives.store.db.database, lives.workspace);
    expect(described.lives).toMatchObject([
      { schema: 'note.v1', unused_seconds: DAY, from: 'setting', counted_since: expect.any(String) as string },
    ]);
    await lives.settle(2);
    await lives.sweep();
    expect(await lives.isGone(old)).toBe(true);
  });

  it('a preview lists what would go and why, also with another setting, counts what is held, and removes nothing', async () => {
    await lives.define({ class: 'use', unused_seconds: HOUR });
    const [goes, held] = [await lives.note('goes'), await lives.note('held', { tags: ['hold'] })];
    await lives.settle(1);
    const reply = await previewRetention(lives.store.db.database, lives.workspace, {});
    expect(reply).toMatchObject({
      uncounted: [],
      trials: [
        {
          class: 'lives',
          schema: 'note.v1',
          count: 1,
          needed: 1,
          items: [{ id: goes.id, because: expect.stringContaining('3600 s without use') as string }],
        },
      ],
    });
    const tried = await previewRetention(lives.store.db.database, lives.workspace, {
      setting: { keep_days: { events: 1 }, lives: [{ schema: 'note.v1', seconds: 60, unused_seconds: 60 }] },
      limit: 0,
    });
    expect(tried.uncounted).toEqual(['note.v1']);
    expect(tried.trials).toMatchObject([
      { class: 'events', needed: 0, items: [] },
      { class: 'lives', count: 1, needed: 1, items: [] },
    ]);
    await expect(
      previewRetention(lives.store.db.database, lives.workspace, { setting: { keep_days: { events: 0 } } }),
    ).rejects.toMatchObject({ code: 'invalid_payload' });
    expect([await lives.isGone(goes), await lives.isGone(held)]).toEqual([false, false]);
  });
});
