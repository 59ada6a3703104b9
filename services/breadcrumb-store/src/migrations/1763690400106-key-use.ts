import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each API key was last used. */
export class KeyUse1763690400106 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key add column last_used_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column last_used_at');
  }
}
