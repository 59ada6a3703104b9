import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may read the answer of a confidant, where the texts in its context made it fewer than the message says. */
export class TurnReaders1763690400020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn add column readers text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn drop column readers');
  }
}
