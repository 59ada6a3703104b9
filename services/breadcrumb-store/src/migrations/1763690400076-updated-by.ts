import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who changed each version of a crumb. */
export class UpdatedBy1763690400076 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crumb_version add column updated_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crumb_version drop column updated_by');
  }
}
