import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The erased breadcrumbs of a session, which are few, so that a chat that is opened does not read the whole session for them. */
export class ErasedInSession1763690400102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index crumb_erased_in_session on crumb (workspace, session) where erased_at is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index crumb_erased_in_session');
  }
}
