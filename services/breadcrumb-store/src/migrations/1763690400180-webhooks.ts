import type { MigrationInterface, QueryRunner } from 'typeorm';
import { limitToWorkspaces } from './workspace-policy';

const UP = [
  `
  create table webhook (
    workspace text not null,
    name text not null,
    url text not null,
    filter jsonb not null,
    sealed_secret text not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    position bigint not null,
    attempts integer not null,
    next_at timestamptz(3) not null,
    last_error text,
    delivered bigint not null,
    dead bigint not null,
    fence bigint not null,
    leased_until timestamptz(3),
    primary key (workspace, name)
  )`,
  ...limitToWorkspaces('webhook'),
];

/** Where events are sent, and how far. */
export class Webhooks1763690400180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook');
  }
}
