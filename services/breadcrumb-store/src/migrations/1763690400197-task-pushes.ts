import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row of `webhook` may follow one turn for a participant. */
export class TaskPushes1763690400197 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhook add column task jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from webhook where task is not null');
    await runner.query('alter table webhook drop column task');
  }
}
