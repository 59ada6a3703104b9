import { SetupError } from '@crumbtrail/platform';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { QueryRunner } from 'typeorm';
import { sqlStateOf } from './sql-state';

/** The role of a connection that is limited to workspaces. */
export interface WorkspaceRole {
  readonly name: string;
  /** How it signs in. Absent: it does not, the owner of the tables takes it on. */
  readonly password?: string;
}

/** The role in an embedded database, whose only user owns the tables. */
export const EMBEDDED_WORKSPACE_ROLE: WorkspaceRole = { name: 'crumbtrail_workspaces' };

const READ_WRITE = 'select, insert, update, delete';

/**
 * What the role may do with tables that have no policy, because their rows belong to no workspace, and with the views. Of the tables that
 * are not named here it reads nothing.
 */
const RIGHTS_ON_SHARED: Readonly<Record<string, string>> = {
  log_head: 'select, update',
  relay_cursor: 'select, update',
  durable: 'select, update',
  failover: 'select, insert, update',
  index_cursor: 'select',
  archive_file: 'select (log_id, through)',
  chunk_in_workspaces: 'select',
  crumb_version_in_workspaces: 'select',
};

/** Tables with a policy of which the role does not need everything: never the hash of a key's secret, and no new workspaces. */
const RIGHTS_ON_LIMITED: Readonly<Record<string, string>> = {
  workspace: 'select',
  api_key: 'select (id, workspace, participant_kind, participant_id, expires_at, revoked_at)',
};

const READ_LIMITED_TABLES = `select relname::text as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relrowsecurity order by relname`;

/** Creates the role unless it exists. Two databases of one server may be opened at the same time. */
async function createRole(runner: QueryRunner, { name, password }: WorkspaceRole): Promise<void> {
  const found = (await runner.query('select 1 from pg_roles where rolname = $1', [name])) as unknown[];
  if (found.length > 0) return;
  const signIn = password === undefined ? 'nologin' : `login password ${escapeLiteral(password)}`;
  const body = `begin
    create role ${escapeIdentifier(name)} ${signIn};
  exception when duplicate_object or unique_violation then null; end`;
  await runner.query(`do ${escapeLiteral(body)}`).catch((cause: unknown) => {
    if (sqlStateOf((cause as { driverError?: unknown }).driverError) !== '42501') throw cause;
    throw new SetupError(
      `DATABASE_URL names the role ${name}, which does not exist, and the user of DATABASE_OWNER_URL may not create roles. ` +
        `Have an administrator run: create role ${escapeIdentifier(name)} login password '…'`,
      { cause },
    );
  });
}

/**
 * Gives the role its rights on the tables of this version, and creates it if it does not exist. The policies of the tables, which migrations
 * create, decide which rows it sees. Throws a SetupError if the role does not exist and cannot be created.
 */
export async function prepareWorkspaceRole(runner: QueryRunner, role: WorkspaceRole): Promise<void> {
  await createRole(runner, role);
  const limited = ((await runner.query(READ_LIMITED_TABLES)) as { name: string }[]).map(({ name }) => name);
  const rights = [
    ...Object.entries(RIGHTS_ON_SHARED),
    ...limited.map((name) => [name, RIGHTS_ON_LIMITED[name] ?? READ_WRITE] as const),
  ];
  const grants = rights.map(
    ([name, right]) => `grant ${right} on ${escapeIdentifier(name)} to ${escapeIdentifier(role.name)}`,
  );
  await runner.query(grants.join('; '));
}
