import type { MigrationInterface, QueryRunner } from 'typeorm';
import { limitToWorkspaces } from './workspace-policy';

const UP = [
  // Room on each page, so that a use that is counted again changes its row in place and no index.
  `
  create table crumb_use (
    workspace text not null,
    id uuid not null,
    used_at timestamptz(3) not null,
    uses bigint not null,
    primary key (workspace, id)
  ) with (fillfactor = 70)`,
  `
  create table use_since (
    workspace text not null,
    schema_name text not null,
    since timestamptz(3) not null,
    primary key (workspace, schema_name)
  )`,
  ...limitToWorkspaces('crumb_use'),
  ...limitToWorkspaces('use_since'),
];

/** When breadcrumbs with a life by use were last used. */
export class CrumbUses1763690400108 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['use_since', 'crumb_use']) await runner.query(`drop table ${table}`);
  }
}
