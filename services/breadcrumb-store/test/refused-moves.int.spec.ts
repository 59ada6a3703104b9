import { CreateWorkspace } from '@crumbtrail/contracts';
import { MoveWorkspace } from '@crumbtrail/contracts/operations/keys';
import { eventually } from '@crumbtrail/testing';
import { MOVED_TABLES } from '../src/cells/moved-tables';
import { KEYS_UNTIL } from '../src/search/index/text/rebuild-keys';
import { TargetCell } from '../src/cells/target-cell';
import type { ServiceUnderTest } from './service-under-test';
import { refusal, Tenant, TwoCells } from './two-cells';

jest.setTimeout(120_000);

let cells: TwoCells;
let home: ServiceUnderTest;
let eu: ServiceUnderTest;

beforeAll(async () => {
  cells = await TwoCells.start();
  ({ home, eu } = cells);
});
afterAll(() => cells.stop());

describe('a crash during a move', () => {
  it('before the other cell has the workspace leaves it where it was', async () => {
    const tenant = await Tenant.create(home, 'crashed-early');
    await tenant.say(home, 'safe');
    await cells.databases.home.query(`update workspace set moved_to = 'eu' where name = 'crashed-early'`);
    await home.restart();
    await eventually(async () => (await refusal(tenant.texts(home))) === 'accepted');
    expect(await tenant.texts(home)).toEqual(['safe']);
  });

  it('after that leaves it in the other one', async () => {
    const tenant = await Tenant.create(home, 'crashed-late');
    await tenant.say(home, 'safe');
    const tables = await cells.databases.home.query<{ key: string }>(
      `select secret_hash as key from api_key where workspace = 'crashed-late'`,
    );
    await tenant.move(home, 'eu');
    await cells.databases.home.query(
      `insert into api_key (id, workspace, participant_kind, participant_id, role, secret_hash)
       values (gen_random_uuid(), 'crashed-late', 'operator', 'operator', 'operator', $1)`,
      [tables[0]?.key],
    );
    await home.restart();
    await eventually(async () => (await refusal(tenant.texts(home))) === 'unauthenticated');
    expect(await tenant.texts(eu)).toEqual(['safe']);
  });

  it('long after that does not bring back a workspace that has moved on', async () => {
    const tenant = await Tenant.create(home, 'moved-on');
    await tenant.move(home, 'eu');
    await cells.databases.eu.query(`update workspace set moved_to = 'us' where name = 'moved-on'`);
    await home.restart();
    const service = await home.as('conductor', {}, 'moved-on');
    await expect(service.list({})).rejects.toMatchObject({ message: 'The workspace moved-on is in the cell eu.' });
  });
});

describe('a move is refused', () => {
  it('to a cell that the store does not know', async () => {
    const tenant = await Tenant.create(home, 'unknown-cell');
    await expect(tenant.move(home, 'mars')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('CELL_DATABASES has eu'),
    });
  });

  it('of a workspace that the other cell has too, and it stays in use', async () => {
    const tenant = await Tenant.create(home, 'twice');
    const operator = await eu.as('gateway', { key: eu.key });
    await operator.request(CreateWorkspace, { name: 'twice' });
    await expect(tenant.move(home, 'eu')).rejects.toMatchObject({
      code: 'id_conflict',
      message: 'The cell eu has a workspace twice already.',
    });
    expect(await refusal(tenant.say(home, 'still here'))).toBe('accepted');
  });

  it('to a cell with another embedder', async () => {
    const tenant = await Tenant.create(home, 'other-embedder');
    const choose = (name: string) => cells.databases.eu.query('update embedding_choice set name = $1', [name]);
    const [chosen] = await cells.databases.eu.query<{ name: string }>('select name from embedding_choice');
    await choose('another');
    await expect(tenant.move(home, 'eu')).rejects.toMatchObject({ code: 'id_conflict' });
    await choose(chosen?.name ?? '');
  });

  it('to a cell whose database cannot be reached, and names the setting', async () => {
    await expect(TargetCell.open('eu', 'postgres://127.0.0.1:1/eu', home.home)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The cell eu takes no workspace: .* check CELL_DATABASES\.$/),
    });
  });

  it('while texts of an earlier version are waiting for their keys and meanings, which only their own cell writes', async () => {
    const tenant = await Tenant.create(home, 'old-keys');
    await tenant.say(home, 'safe');
    const setUntil = (position: number) =>
      cells.databases.home.query('update index_cursor set position = $1 where kind = $2', [position, KEYS_UNTIL]);
    await setUntil(1_000_000);
    await expect(tenant.move(home, 'eu', 200)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('because the keys of texts of an earlier version are written anew'),
    });
    await setUntil(0);
    await tenant.move(home, 'eu');
    expect(await tenant.texts(eu)).toEqual(['safe']);
  });

  it('of the workspace that every cell has', async () => {
    const operator = await home.as('gateway', { key: home.key });
    await expect(operator.request(MoveWorkspace, { to: 'eu' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('every table with rows of workspaces says how they move', async () => {
  const rows = await cells.databases.home.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'workspace' and t.table_type = 'BASE TABLE' and table_schema = current_schema() order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(MOVED_TABLES).sort());
});
