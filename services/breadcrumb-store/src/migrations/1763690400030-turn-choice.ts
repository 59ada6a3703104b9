import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why an agent speaks, and the rounds that follow its turn. */
export class TurnChoice1763690400030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn add column chosen jsonb, add column auto jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn drop column chosen, drop column auto');
  }
}
