import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table log_head (
    one boolean primary key default true check (one),
    log_id uuid not null default gen_random_uuid(),
    epoch integer not null default 1,
    position bigint not null default 0,
    claim_fence bigint not null default 0,
    writer text,
    writer_fence bigint not null default 0,
    writer_until timestamptz(3)
  ) with (fillfactor = 10)`,
  'insert into log_head default values',
  `
  create table crumb_event (
    position bigint primary key,
    workspace text not null,
    id uuid not null,
    version integer not null,
    kind text not null check (kind in ('created', 'updated', 'erased', 'expired')),
    schema_name text not null,
    session text,
    trail_id uuid not null,
    cause_id uuid,
    cause_version integer,
    hop integer not null,
    author_kind text not null,
    author_id text not null,
    audience text[] not null,
    recipient text,
    imported boolean not null,
    content_hash text not null,
    traceparent text,
    created_at timestamptz(3) not null
  )`,
  'create index crumb_event_by_workspace on crumb_event (workspace, position)',
  'create index crumb_event_by_schema on crumb_event (workspace, schema_name, position)',
];

/**
 * The log. Every append locks the single row of `log_head`, so positions follow the commit order; the row also names the only
 * active writer and its fence. Events are kept after their crumbs are erased.
 */
export class Log1763690400002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table crumb_event');
    await runner.query('drop table log_head');
  }
}
