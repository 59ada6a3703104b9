import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The messages of a session by position: what the memory-keeper reads of a session is what came since it last looked. */
export class SessionWindow1763690400066 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index crumb_of_conversation on crumb (workspace, session, position)
       where schema_name in ('user.message.v1', 'agent.response.v1', 'agent.note.v1')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index crumb_of_conversation');
  }
}
