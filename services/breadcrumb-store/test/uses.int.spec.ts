import type { CommitResult } from '@crumbtrail/contracts';
import type { Database } from '../src/database/database';
import { RetentionSweeper } from '../src/retention/retention-sweeper';
import { findRemovable, removeFound, type SweepTask } from '../src/retention/sweep-step';
import { ReportedUses } from '../src/uses/reported-uses';
import { UseCounter } from '../src/uses/use-counter';
import { databases } from './databases';
import { HOUR, Lives } from './lives-under-test';

describe.each(databases)('uses of breadcrumbs on %s', (_name, open) => {
  let lives: Lives;

  beforeAll(async () => {
    lives = await Lives.over(await open());
  }, 60_000);
  beforeEach(() => lives.begin());
  afterAll(() => lives.store.close());

  const life = (): SweepTask => ({
    workspace: lives.workspace,
    name: 'lives',
    days: 0,
    archivedOnly: false,
    life: { schema: 'note.v1', unused_seconds: HOUR },
  });
  const parts = () => ({
    database: lives.store.db.database,
    lease: lives.store.lease,
    writer: lives.store.writer,
    uses: lives.uses,
  });

  it('does not remove what was used after it was found: noted, stored, or shown by a context', async () => {
    await lives.define({ class: 'use', unused_seconds: HOUR });
    const crumbs = [
      await lives.note('noted'),
      await lives.note('stored'),
      await lives.note('shown'),
      await lives.note('unused'),
    ];
    await lives.settle(1);
    const found = await findRemovable(lives.store.db.database, life(), 100);
    const ids = crumbs.map(({ id }) => id);
    expect(found.rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    lives.uses.note(lives.workspace, [ids[1] ?? '']);
    await lives.uses.write();
    lives.uses.note(lives.workspace, [ids[0] ?? '']);
    await lives.show(crumbs[2] as CommitResult);
    expect(await removeFound(parts(), life(), { ...found, ids })).toBe(1);
    expect(await Promise.all(crumbs.map((one) => lives.isGone(one)))).toEqual([false, false, false, true]);
  });

  it('removes only what two passes have found, so that a use that a reader reports between them counts', async () => {
    await lives.define({ class: 'use', unused_seconds: HOUR });
    const [used, unused] = [await lives.note('used'), await lives.note('unused')];
    await lives.settle(1);
    await lives.sweeper.sweep();
    expect([await lives.isGone(used), await lives.isGone(unused)]).toEqual([false, false]);
    const reader = new ReportedUses();
    reader.countIn(lives.uses.workspaces);
    reader.note(lives.workspace, [used.id]);
    for (const { workspace, ids } of reader.take()) lives.uses.note(workspace, ids);
    await lives.sweeper.sweep();
    expect([await lives.isGone(used), await lives.isGone(unused)]).toEqual([false, true]);
  });

  it('a process that dies loses the uses since its last batch and no others, and what is used afterwards stays', async () => {
    await lives.define({ class: 'use', unused_seconds: HOUR });
    const [stored, lost, after] = [await lives.note('stored'), await lives.note('lost'), await lives.note('after')];
    await lives.settle(1);
    lives.uses.note(lives.workspace, [stored.id]);
    await lives.uses.write();
    lives.uses.note(lives.workspace, [lost.id]);
    // The next process has nothing of the notes of this one.
    const next = new UseCounter(lives.store.db.database, lives.logger);
    const second = new RetentionSweeper(
      lives.store.db.database,
      lives.store.lease,
      lives.store.writer,
      next,
      lives.logger,
    );
    await second.countUses();
    next.note(lives.workspace, [after.id]);
    await second.sweep();
    await second.sweep();
    expect(await Promise.all([stored, lost, after].map((one) => lives.isGone(one)))).toEqual([false, true, false]);
  });

  it('a batch that the database refuses is written with the next one', async () => {
    await lives.define({ class: 'use', unused_seconds: HOUR });
    const crumb = await lives.note('x');
    await lives.settle(0);
    let isDown = true;
    const flaky = Object.assign(Object.create(lives.store.db.database) as Database, {
      query: (text: never, params: never) =>
        isDown ? Promise.reject(new Error('down')) : lives.store.db.database.query(text, params),
    });
    const counter = new UseCounter(flaky, lives.logger);
    isDown = false;
    await counter.count([
      { workspace: lives.workspace, from: 'schema', life: { schema: 'note.v1', unused_seconds: HOUR } },
    ]);
    isDown = true;
    counter.note(lives.workspace, [crumb.id]);
    await counter.write();
    expect(counter.isNoted(lives.workspace, crumb.id)).toBe(true);
    counter.note(lives.workspace, [crumb.id]);
    isDown = false;
    await counter.write();
    expect(counter.isNoted(lives.workspace, crumb.id)).toBe(false);
    expect(await lives.query('select uses from crumb_use where id = $1', [crumb.id])).toEqual([{ uses: 2 }]);
  });

  it('keeps two workspaces apart: a use and a life of one mean nothing in the other', async () => {
    const here = lives.workspace;
    const there = await lives.store.workspace();
    await lives.define({ class: 'use', unused_seconds: HOUR }, here);
    await lives.define({ class: 'use', unused_seconds: HOUR }, there);
    const mine = await lives.note('here', {}, here);
    const theirs = await lives.note('there', {}, there);
    const elsewhere = await lives.store.workspace();
    await lives.define({ class: 'forever' }, elsewhere);
    const kept = await lives.note('elsewhere', {}, elsewhere);
    await lives.settle(1, here);
    await lives.settle(1, there);
    await lives.settle(1, elsewhere);
    lives.uses.note(here, [theirs.id, kept.id, mine.id]);
    await lives.sweep();
    expect([
      await lives.isGone(mine, here),
      await lives.isGone(theirs, there),
      await lives.isGone(kept, elsewhere),
    ]).toEqual([false, true, false]);
    expect(
      await lives.query('select workspace, id from crumb_use where id = any($1::uuid[])', [
        [mine.id, theirs.id, kept.id],
      ]),
    ).toEqual([{ workspace: here, id: mine.id }]);
  });

  it('counts with one statement for a batch, and with none where no life depends on uses', async () => {
    let statements = 0;
    const counting = Object.assign(Object.create(lives.store.db.database) as Database, {
      query: (text: never, params: never) => {
        statements += 1;
        return lives.store.db.database.query(text, params);
      },
    });
    const counter = new UseCounter(counting, lives.logger);
    await counter.count([]);
    statements = 0;
    counter.note(lives.workspace, ['01a20e8d-e9ba-70f9-951d-ba81a8886312']);
    await counter.write();
    expect(statements).toBe(0);
    await lives.define({ class: 'use', unused_seconds: HOUR });
    const crumbs = await Promise.all(Array.from({ length: 40 }, (_, nth) => lives.note(`n ${nth}`)));
    await counter.count([
      { workspace: lives.workspace, from: 'schema', life: { schema: 'note.v1', unused_seconds: HOUR } },
    ]);
    statements = 0;
    for (let turn = 0; turn < 25; turn += 1)
      counter.note(
        lives.workspace,
        crumbs.map(({ id }) => id),
      );
    await counter.write();
    expect(statements).toBe(1);
    expect(
      await lives.query('select count(*)::int as rows, sum(uses)::int as uses from crumb_use where workspace = $1', [
        lives.workspace,
      ]),
    ).toEqual([{ rows: 40, uses: 1_000 }]);
  });
});
