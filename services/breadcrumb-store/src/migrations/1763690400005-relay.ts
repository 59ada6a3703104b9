import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table relay_cursor (
    one boolean primary key default true check (one),
    relayed bigint not null default 0,
    fence bigint not null default 0
  )`,
  'insert into relay_cursor default values',
  `
  create table durable (
    name text primary key,
    filter text not null,
    floor bigint not null,
    ack_wait_ms integer not null,
    start text not null check (start in ('first', 'head')),
    updated_at timestamptz(3) not null default now()
  )`,
];

/**
 * The position through which the log is published, with the fence of the relay that may move it, and the durables that receive
 * events. It is separate from `log_head` so that the relay never waits for an append.
 */
export class Relay1763690400005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table durable');
    await runner.query('drop table relay_cursor');
  }
}
