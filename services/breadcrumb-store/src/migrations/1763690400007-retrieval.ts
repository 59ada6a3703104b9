import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'create index chunk_in_session_by_position on chunk (workspace, session, position) where session is not null',
  `create index crumb_event_change_in_session on crumb_event (workspace, session, position)
   where kind <> 'created' and session is not null`,
];

/** Indexes for refreshing a session's cached texts: rows by new positions, and later changes to its crumbs. */
export class Retrieval1763690400007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index crumb_event_change_in_session');
    await runner.query('drop index chunk_in_session_by_position');
  }
}
