import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Places of the turns that one message wakes: who is addressed by name speaks first. */
export class TurnPlace1763690400017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn add column place integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn drop column place');
  }
}
