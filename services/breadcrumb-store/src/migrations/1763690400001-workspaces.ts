import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table workspace (
    name text primary key,
    created_at timestamptz(3) not null default now()
  )`,
  `
  create table api_key (
    id uuid primary key,
    workspace text not null references workspace (name),
    participant_kind text not null,
    participant_id text not null,
    role text not null check (role in ('reader', 'writer', 'operator')),
    secret_hash text not null unique,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3),
    revoked_at timestamptz(3)
  )`,
  'create index api_key_by_workspace on api_key (workspace, created_at)',
];

/** Workspaces and their API keys. Of a key's secret, which has 256 random bits, only the SHA-256 is stored. */
export class Workspaces1763690400001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_key');
    await runner.query('drop table workspace');
  }
}
