import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long turns have waited for people, which is not part of their latency. */
export class TurnWait1763690400084 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn add column waited_ms bigint not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn drop column waited_ms');
  }
}
