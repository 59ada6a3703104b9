import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a message wakes no agent. */
export class DecisionReason1763690400014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table decision add column reason text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table decision drop column reason');
  }
}
