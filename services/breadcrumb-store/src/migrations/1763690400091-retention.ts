import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table retention_sweep (
    workspace text not null,
    class text not null,
    removed bigint not null,
    through bigint not null default 0,
    before timestamptz(3) not null,
    swept_at timestamptz(3) not null,
    primary key (workspace, class)
  )`,
  `
  create table archive_file (
    log_id uuid not null,
    through bigint not null,
    name text not null,
    sha256 text not null,
    written_at timestamptz(3) not null default now(),
    primary key (log_id, through)
  )`,
  `create index crumb_context_by_age on crumb (workspace, created_at)
   where schema_name = 'agent.context.v1' and erased_at is null`,
  `create index crumb_by_expiry on crumb (workspace, expired_at) where expired_at is not null and erased_at is null`,
  // Rows are written in the order of this time, so that an index of a few pages finds the old ones.
  'create index decision_by_age on decision using brin (decided_at)',
];

/** What retention has removed, which positions archives hold, and indexes that find what is old. */
export class Retention1763690400091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['decision_by_age', 'crumb_by_expiry', 'crumb_context_by_age'])
      await runner.query(`drop index ${index}`);
    for (const table of ['archive_file', 'retention_sweep']) await runner.query(`drop table ${table}`);
  }
}
