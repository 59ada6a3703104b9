import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@crumbtrail/testing';
import { Client } from 'pg';
import { leave } from '../src/cells/departure-statements';
import type { Statement } from '../src/database/database';
import type { ServiceUnderTest } from './service-under-test';
import { claimTurnOf, refusal, Tenant, TwoCells } from './two-cells';

jest.setTimeout(120_000);

/** Longer than a store that starts needs to ask the other cell. */
const SETTLED_AFTER_MS = 1_500;

let cells: TwoCells;
let home: ServiceUnderTest;
let eu: ServiceUnderTest;

beforeAll(async () => {
  cells = await TwoCells.start();
  ({ home, eu } = cells);
});
afterAll(() => cells.stop());

const readRow = async (cell: 'home' | 'eu', name: string): Promise<unknown> =>
  (await cells.databases[cell].query('select moved_to, is_arriving from workspace where name = $1', [name]))[0];
const logOf = async (cell: 'home' | 'eu'): Promise<string> =>
  (await cells.databases[cell].query<{ log_id: string }>('select log_id from log_head'))[0]?.log_id ?? '';

/** A workspace that moved from `home` to `eu` and on to `us`. */
async function moveOn(name: string): Promise<Tenant> {
  const tenant = await Tenant.create(home, name);
  await tenant.say(home, 'safe');
  await tenant.move(home, 'eu');
  await cells.databases.eu.query(`delete from api_key where workspace = $1`, [name]);
  await cells.databases.eu.query(`update workspace set moved_to = 'us' where name = $1`, [name]);
  return tenant;
}

describe('a store that starts', () => {
  it('does not take back a workspace that has moved on to a third cell', async () => {
    await moveOn('moved-on');
    await home.restart();
    await pause(SETTLED_AFTER_MS);
    expect(await readRow('home', 'moved-on')).toEqual({ moved_to: 'eu', is_arriving: false });
  });

  it('nor one that has moved on before its move was ended here', async () => {
    await moveOn('moved-on-early');
    await cells.databases.home.query(
      `insert into api_key (id, workspace, participant_kind, participant_id, role, secret_hash)
       values (gen_random_uuid(), 'moved-on-early', 'operator', 'operator', 'operator', 'early')`,
    );
    await home.restart();
    await eventually(
      async () => (await cells.databases.home.query(`select 1 from api_key where secret_hash = 'early'`)).length === 0,
    );
    expect(await readRow('home', 'moved-on-early')).toEqual({ moved_to: 'eu', is_arriving: false });
  });

  it('leaves a workspace alone that is coming back', async () => {
    const tenant = await Tenant.create(home, 'coming-back');
    for (let n = 0; n < 5; n += 1) await tenant.say(home, `message ${n}`);
    await tenant.move(home, 'eu');
    const { answer } = await claimTurnOf(tenant, eu);
    const moving = tenant.move(eu, 'home');
    await tenant.untilPeopleWait(eu);
    await home.restart();
    await pause(SETTLED_AFTER_MS);
    await answer();
    await moving;
    expect((await tenant.texts(home)).filter((text) => text.startsWith('message'))).toHaveLength(5);
  });

  it('waits for a commit in the other cell that is still on its way', async () => {
    const tenant = await Tenant.create(home, 'on-its-way');
    await tenant.say(home, 'safe');
    await cells.databases.home.query(`update workspace set moved_to = 'eu' where name = 'on-its-way'`);
    await cells.databases.eu.query(
      `insert into workspace (name, is_arriving, arrived_through, past_logs) values ('on-its-way', true, $1, array[$2::uuid])`,
      [Number.MAX_SAFE_INTEGER, await logOf('home')],
    );
    const accepting = new Client({ connectionString: cells.databases.eu.url });
    await accepting.connect();
    await accepting.query('begin');
    await accepting.query(`update workspace set is_arriving = false, arrived_through = 1 where name = 'on-its-way'`);
    await home.restart();
    await pause(SETTLED_AFTER_MS);
    expect(await refusal(tenant.texts(home))).toBe('moving');
    await accepting.query('commit');
    await accepting.end();
    await eventually(async () => (await refusal(tenant.texts(home))) === 'unauthenticated');
    expect(await readRow('home', 'on-its-way')).toEqual({ moved_to: 'eu', is_arriving: false });
  });

  it('deletes what a move has copied that ended before the workspace left', async () => {
    const tenant = await Tenant.create(home, 'half-copied');
    await cells.databases.eu.query(
      `insert into workspace (name, is_arriving, arrived_through, past_logs) values ('half-copied', true, $1, array[$2::uuid])`,
      [Number.MAX_SAFE_INTEGER, await logOf('home')],
    );
    await cells.databases.eu.query(`insert into blob values ('half-copied', gen_random_uuid(), 'a hippopotamus')`);
    await home.restart();
    await eventually(async () => (await readRow('eu', 'half-copied')) === undefined);
    expect(await cells.find('eu', 'hippopotamus')).toEqual([]);
    expect(await refusal(tenant.say(home, 'still here'))).toBe('accepted');
  });
});

test('a move is refused while another cell moves a workspace of that name there', async () => {
  const tenant = await Tenant.create(home, 'namesake');
  await cells.databases.eu.query(
    `insert into workspace (name, is_arriving, past_logs) values ('namesake', true, array[gen_random_uuid()])`,
  );
  await expect(tenant.move(home, 'eu')).rejects.toMatchObject({ code: 'id_conflict' });
  expect(await readRow('eu', 'namesake')).toEqual({ moved_to: null, is_arriving: true });
});

test('a store that is no longer the writer does not let a workspace leave', async () => {
  await Tenant.create(home, 'stale-writer');
  const leaving = { workspace: 'stale-writer', cell: 'eu' };
  const query = <Row extends object>(statement: string | Statement, params?: readonly unknown[]): Promise<Row[]> =>
    cells.databases.home.query<Row>(typeof statement === 'string' ? statement : statement.text, params);
  await expect(leave({ query, read: query }, leaving, 0)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await readRow('home', 'stale-writer')).toEqual({ moved_to: null, is_arriving: false });
});
