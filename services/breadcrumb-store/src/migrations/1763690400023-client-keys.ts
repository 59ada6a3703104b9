import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that are marked `client`. */
export class ClientKeys1763690400023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key add column client boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column client');
  }
}
