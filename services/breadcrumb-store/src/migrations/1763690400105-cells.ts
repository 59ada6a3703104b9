import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'alter table workspace add column moved_to text',
  'alter table workspace add column arrived_through bigint',
  'alter table workspace add column is_arriving boolean not null default false',
  `alter table workspace add column past_logs uuid[] not null default '{}'`,
  'alter table crumb_event drop constraint crumb_event_pkey, add constraint crumb_event_pkey primary key (position, workspace)',
];
const DOWN = [
  'alter table crumb_event drop constraint crumb_event_pkey, add constraint crumb_event_pkey primary key (position)',
  'alter table workspace drop column past_logs',
  'alter table workspace drop column is_arriving',
  'alter table workspace drop column arrived_through',
  'alter table workspace drop column moved_to',
];

/**
 * Workspaces move from one cell to another. A position is unique in a workspace and no longer in a database, because a workspace keeps its positions
 * where it moves to, and the log there has counted its own.
 */
export class Cells1763690400105 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
