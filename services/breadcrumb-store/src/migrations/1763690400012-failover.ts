import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Not pg_control_checkpoint(): that names the old timeline until the first checkpoint after a promotion. Some hosted servers
  // refuse these functions, and a standby has no current position: then the timeline is unknown.
  `
  create function log_timeline() returns integer language plpgsql stable as $$
  begin
    return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
  exception when others then
    return null;
  end $$`,
  'alter table log_head add column timeline integer',
  `
  create table failover (
    epoch integer primary key,
    timeline integer,
    head bigint not null,
    last_known bigint not null,
    at timestamptz(3) not null default clock_timestamp()
  )`,
];

/** The timeline of the server on which the writer took its lease, and the failovers that were noticed by it. */
export class Failover1763690400012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table failover');
    await runner.query('alter table log_head drop column timeline');
    await runner.query('drop function log_timeline()');
  }
}
