import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table turn (
    workspace text not null,
    id uuid not null,
    agent text not null,
    lane text not null,
    session text,
    state text not null check (state in ('queued', 'open', 'closed')),
    cause_id uuid not null,
    cause_version integer not null,
    cause_position bigint not null,
    cause_author text not null,
    audience text[] not null,
    trail_id uuid not null,
    hop integer not null,
    definition_id uuid not null,
    definition_version integer not null,
    generation integer not null,
    runner text not null,
    turn_seconds integer not null,
    turns_per_minute integer not null,
    traceparent text,
    requested_at timestamptz(3) not null,
    opened_at timestamptz(3),
    deadline_at timestamptz(3),
    closed_at timestamptz(3),
    response_id uuid,
    action text,
    primary key (workspace, id)
  )`,
  `create unique index turn_open_in_lane on turn (workspace, lane) where state = 'open'`,
  `create index turn_waiting_in_lane on turn (workspace, lane, cause_position) where state <> 'closed'`,
  'create index turn_by_cause on turn (workspace, cause_id)',
  'create index turn_by_time on turn (workspace, lane, agent, opened_at)',
  `
  create table decision (
    workspace text not null,
    cause_id uuid not null,
    cause_version integer not null,
    turns integer not null,
    decided_at timestamptz(3) not null,
    primary key (workspace, cause_id, cause_version)
  )`,
  `
  create table claim (
    workspace text not null,
    key text not null,
    fence bigint not null,
    holder text not null,
    until timestamptz(3) not null,
    primary key (workspace, key)
  )`,
  `
  create table due (
    kind text not null,
    workspace text not null,
    key text not null,
    due_at timestamptz(3) not null,
    payload jsonb,
    primary key (kind, workspace, key)
  )`,
  'create index due_in_time on due (due_at)',
];

/**
 * Turns with their lanes, decisions (the conductor has processed this version of this crumb), claims with fences, and entries
 * that become due by the database's clock. A turn stores everything that is needed to open it later.
 */
export class Turns1763690400004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['due', 'claim', 'decision', 'turn']) await runner.query(`drop table ${table}`);
  }
}
