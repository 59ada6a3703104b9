import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { freshDatabase, runSql, type FreshDatabase } from '@crumbtrail/testing';
import { openDatabase } from '../src/database/open-database';
import { EMBEDDED_WORKSPACE_ROLE } from '../src/database/workspace-role';
import { databases } from './databases';

const as = (url: string, username: string, password: string): string =>
  Object.assign(new URL(url), { username, password }).href;

const READ_RIGHTS = `select c.relname::text as table, array(
    select p.one from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) with ordinality p (one, nth)
    where has_table_privilege($1, c.oid, p.one) order by nth) as rights
  from pg_class c where c.relkind in ('r', 'v') and c.relnamespace = current_schema()::regnamespace and not c.relrowsecurity order by 1`;

interface TableRights {
  readonly table: string;
  readonly rights: readonly string[];
}

describe.each(databases)('the role that requests are answered by on %s', (kind, open) => {
  it('has only the rights that requests need on what no policy protects, and creates nothing', async () => {
    const db = await open();
    const role = kind === 'pglite' ? EMBEDDED_WORKSPACE_ROLE.name : 'crumbtrail_test';
    const rows = await db.database.query<TableRights>(READ_RIGHTS, [role]);
    const rights = Object.fromEntries(rows.map((row) => [row.table, row.rights]));
    expect(rights).toEqual({
      archive_file: [],
      chunk_in_workspaces: ['select'],
      crumb_version_in_workspaces: ['select'],
      durable: ['select', 'update'],
      embedding_choice: [],
      failover: ['select', 'insert', 'update'],
      index_cursor: ['select'],
      log_head: ['select', 'update'],
      migrations: [],
      relay_cursor: ['select', 'update'],
      sign_in: [],
    });
    const created = await db.database.query(`select has_schema_privilege($1, current_schema(), 'create') as may`, [
      role,
    ]);
    expect(created).toEqual([{ may: false }]);
    await db.drop();
  }, 60_000);
});

const servers = databases.filter(([name]) => name === 'postgres');

for (const [name] of servers) {
  describe(`the user of DATABASE_URL on ${name}`, () => {
    const server = process.env['DATABASE_URL'] as string;
    let fresh: FreshDatabase;
    const roles: string[] = [];

    beforeEach(async () => {
      fresh = await freshDatabase(server);
    });

    afterEach(async () => {
      await fresh.drop();
      for (const role of roles.splice(0)) await runSql(server, `drop role if exists ${role}`);
    });

    const nameRole = (): string => {
      const role = `role_${randomBytes(6).toString('hex')}`;
      roles.push(role);
      return role;
    };
    const onDeath = (error: Error): void => {
      throw error;
    };
    const open = (url: string, ownerUrl?: string) => openDatabase({ url, ownerUrl, home: tmpdir(), onDeath });

    it('is created with the password of the URL, is limited, and stays as it is at the next start', async () => {
      const url = as(fresh.url, nameRole(), 'p@ss:word');
      for (let start = 0; start < 2; start++) {
        const { database } = await open(url, fresh.url);
        await database.query(`insert into workspace (name) values ($1)`, [`of-start-${start}`]);
        const seen = await database.within('of-start-0').query('select current_user as me, name from workspace');
        expect(seen).toEqual([{ me: roles[0], name: 'of-start-0' }]);
        await database.close();
      }
    });

    it('is refused where policies do not limit it: the owner of the tables, and a superuser', async () => {
      await expect(open(fresh.url, fresh.url)).rejects.toThrow(
        /policies .* do not apply to \w+, the user of DATABASE_URL/,
      );
      const role = nameRole();
      await runSql(server, `create role ${role} superuser login password 'secret'`);
      await expect(open(as(fresh.url, role, 'secret'), fresh.url)).rejects.toThrow(`do not apply to ${role}`);
    });

    it('has to exist where the owner may not create it, and is granted its rights by an owner without any of its own', async () => {
      const [owner, role] = [nameRole(), nameRole()];
      await runSql(server, `create role ${owner} login password 'secret'`);
      await fresh.query('create extension if not exists vector');
      await fresh.query(`alter database ${new URL(fresh.url).pathname.slice(1)} owner to ${owner}`);
      await fresh.query(`grant create on schema public to ${owner}`);
      const [url, ownerUrl] = [as(fresh.url, role, 'secret'), as(fresh.url, owner, 'secret')];
      await expect(open(url, ownerUrl)).rejects.toThrow(
        `DATABASE_URL names the role ${role}, which does not exist, and the user of DATABASE_OWNER_URL may not create roles.`,
      );
      await runSql(server, `create role ${role} login password 'secret'`);
      const { database } = await open(url, ownerUrl);
      expect(await database.within('default').query('select position from log_head')).toEqual([{ position: 0 }]);
      expect(await database.within('default').query('select 1 from crumb')).toEqual([]);
      await database.close();
    });

    it('owns the tables where there is no DATABASE_OWNER_URL, and answers as before', async () => {
      const { database } = await open(fresh.url);
      await database.query(`insert into workspace (name) values ('one'), ('two')`);
      expect(await database.within('one').query('select name from workspace where name = $1', ['one'])).toHaveLength(1);
      await database.close();
    });

    it('is named with the reason where its password is wrong', async () => {
      const role = nameRole();
      await runSql(server, `create role ${role} login password 'secret'`);
      await expect(open(as(fresh.url, role, 'wrong'), fresh.url)).rejects.toThrow(
        /cannot be opened: password authentication failed .*; check DATABASE_URL\.$/,
      );
    });
  });
}
