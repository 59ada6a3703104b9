import { randomUUID } from 'node:crypto';
import { UserMessage } from '@crumbtrail/contracts';
import { PutFile } from '@crumbtrail/contracts/operations/files';
import { eventually } from '@crumbtrail/testing';
import type { ServiceUnderTest } from './service-under-test';
import { claimTurn, Tenant, TwoCells } from './two-cells';

jest.setTimeout(120_000);

let cells: TwoCells;
let home: ServiceUnderTest;

beforeAll(async () => {
  cells = await TwoCells.start();
  ({ home } = cells);
});
afterAll(() => cells.stop());

describe('what changes while a workspace is copied', () => {
  it('an erased message leaves nothing in either cell, neither its file nor a text that quotes it', async () => {
    const tenant = await Tenant.create(home, 'erased');
    const operator = await tenant.in(home);
    const data = Buffer.from('a canary in a file').toString('base64');
    const { hash } = await operator.request(PutFile, { name: 'notes.md', data });
    const context = { content: 'a canary in a message', files: [{ hash, name: 'notes.md' }] };
    const draft = { schema_name: UserMessage.name, session: 's', context };
    const { results } = await operator.commit({ writes: [{ op: 'create', draft }] });
    const { id = '', position = 0 } = results[0] ?? {};
    const quoting = await tenant.say(home, 'it quotes');
    const { query } = cells.databases.home;
    await query(`insert into blob values ('erased', $1, 'a canary in a quote')`, [quoting.id]);
    await query(`insert into blob_quote values ('erased', $1, $2, 1)`, [quoting.id, id]);
    await cells.untilIndexed('home', position);
    await cells.moveAround(tenant, () => operator.commit({ writes: [{ op: 'erase', id, if_match: 1 }] }));
    expect(await cells.find('home', 'canary')).toEqual([]);
    expect(await cells.find('eu', 'canary')).toEqual([]);
    expect(await cells.databases.eu.query('select 1 from file')).toEqual([]);
  });

  it('lanes whose turns have ended have the next ones', async () => {
    const { tenant, turn, answer } = await claimTurn(home, 'next-turns');
    const { query } = cells.databases.home;
    const copy = (changes: object, of: string): Promise<unknown> =>
      query(`insert into turn select n.* from turn t, jsonb_populate_record(t, $1) n where t.id = $2`, [changes, of]);
    const other = randomUUID();
    await copy({ id: other, lane: 'other' }, turn);
    const next = (digit: string, year: string): object => {
      const id = '00000000-0000-4000-8000-000000000000'.replaceAll('0', digit);
      return { id, cause_id: id, requested_at: year, opened_at: year, state: 'open', closed_at: null };
    };
    await cells.moveAround(tenant, async () => {
      await answer();
      await query(`update turn set state = 'closed', closed_at = now() where id = $1`, [other]);
      // In whatever order rows are read, one of them comes before the turn of its lane that has ended.
      await copy(next('0', '2020-01-01'), turn);
      await copy(next('f', '2100-01-01'), other);
      await query('update turn set runner = runner where id = any($1)', [[turn, other]]);
    });
    const rows = await cells.databases.eu.query(`select state from turn where workspace = 'next-turns' order by 1`);
    expect(rows).toEqual(['closed', 'closed', 'open', 'open'].map((state) => ({ state })));
  });

  it('the vector of a text that the embedder refused at first comes too', async () => {
    const tenant = await Tenant.create(home, 'refused-text');
    const { id } = await tenant.say(home, 'it is embedded later');
    const { query } = cells.databases.home;
    await eventually(async () => (await query('select 1 from chunk where crumb_id = $1', [id])).length > 0);
    const key = 'workspace, crumb_id, version, ordinal';
    const row = `select ${key}, 'custom'`;
    await query(`insert into vector_retry (${key}, embedder, attempts, due_at)
      ${row}, 1, now() + interval '1 day' from chunk where crumb_id = '${id}'`);
    await cells.moveAround(tenant, async () => {
      await query(
        `insert into chunk_vector (${key}, embedder, embedding) ${row}, '[1,0]' from chunk where crumb_id = '${id}'`,
      );
      await query('delete from vector_retry where crumb_id = $1', [id]);
    });
    expect(await cells.databases.eu.query('select 1 from chunk_vector where crumb_id = $1', [id])).toHaveLength(1);
  });
});

test('a move that is refused leaves no copy in the other cell', async () => {
  const { tenant } = await claimTurn(home, 'kept');
  await tenant.say(home, 'an ostrich');
  await expect(tenant.move(home, 'eu', 300)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await tenant.texts(home)).toContain('an ostrich');
  expect(await cells.find('eu', 'ostrich')).toEqual([]);
  expect(await cells.databases.eu.query(`select 1 from workspace where name = 'kept'`)).toEqual([]);
});
