import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table file (
    workspace text not null,
    hash text not null,
    type text not null,
    bytes integer not null,
    width integer,
    height integer,
    text text,
    data bytea not null,
    primary key (workspace, hash)
  )`,
  `
  create table file_upload (
    workspace text not null,
    hash text not null,
    uploader text not null,
    expires_at timestamptz(3) not null,
    primary key (workspace, hash, uploader),
    constraint file_upload_of_file foreign key (workspace, hash) references file (workspace, hash) on delete cascade
  )`,
  'create index file_upload_by_expiry on file_upload (expires_at)',
  `
  create table file_use (
    workspace text not null,
    crumb_id uuid not null,
    hash text not null,
    primary key (workspace, crumb_id, hash),
    constraint file_use_of_file foreign key (workspace, hash) references file (workspace, hash)
  )`,
  'create index file_use_of on file_use (workspace, hash)',
];

/** Files of messages: their bytes once per workspace, who uploaded them, and the messages that carry them. */
export class Files1763690400034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['file_use', 'file_upload', 'file']) await runner.query(`drop table ${table}`);
  }
}
