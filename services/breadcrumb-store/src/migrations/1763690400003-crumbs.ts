import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table crumb (
    workspace text not null,
    id uuid not null,
    schema_name text not null,
    session text,
    author_kind text not null,
    author_id text not null,
    audience text[] not null,
    trail_id uuid not null,
    cause_id uuid,
    cause_version integer,
    hop integer not null,
    imported boolean not null,
    created_at timestamptz(3) not null,
    occurred_at timestamptz(3) not null,
    created_position bigint not null,
    version integer not null,
    position bigint not null,
    expires_at timestamptz(3),
    expired_at timestamptz(3),
    erased_at timestamptz(3),
    erased_by_kind text,
    erased_by_id text,
    traceparent text,
    primary key (workspace, id)
  )`,
  'create index crumb_in_time on crumb (workspace, occurred_at, created_position)',
  'create index crumb_in_session on crumb (workspace, session, occurred_at, created_position) where session is not null',
  'create index crumb_of_schema on crumb (workspace, schema_name, occurred_at, created_position)',
  'create index crumb_of_author on crumb (workspace, author_id, occurred_at, created_position)',
  'create index crumb_in_trail on crumb (workspace, trail_id, created_position)',
  'create index crumb_by_cause on crumb (workspace, cause_id) where cause_id is not null',
  `
  create table crumb_version (
    workspace text not null,
    id uuid not null,
    version integer not null,
    position bigint not null,
    title text,
    tags text[] not null,
    context jsonb not null,
    llm_hints jsonb,
    content_hash text not null,
    expires_at timestamptz(3),
    updated_at timestamptz(3) not null,
    primary key (workspace, id, version)
  )`,
  `create index crumb_version_by_tag on crumb_version using gin (tags) where tags <> '{}'`,
  `
  create table blob (
    workspace text not null,
    crumb_id uuid not null,
    text text not null,
    primary key (workspace, crumb_id)
  )`,
  `
  create table blob_quote (
    workspace text not null,
    crumb_id uuid not null,
    quoted_id uuid not null,
    quoted_version integer not null,
    primary key (workspace, crumb_id, quoted_id, quoted_version)
  )`,
  'create index blob_quote_of on blob_quote (workspace, quoted_id)',
  `
  create table idempotency (
    workspace text not null,
    caller text not null,
    key text not null,
    request_hash text not null,
    reply jsonb not null,
    created_at timestamptz(3) not null,
    primary key (workspace, caller, key)
  )`,
  'create index idempotency_by_age on idempotency (created_at)',
];

/**
 * `crumb` holds the identity and points to the current version; `crumb_version` holds every version completely. An audience is
 * stored as tokens: '*' for everybody, '@agents' for all agents, otherwise participant ids. A tombstone is a crumb without versions.
 */
export class Crumbs1763690400003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['idempotency', 'blob_quote', 'blob', 'crumb_version', 'crumb']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
