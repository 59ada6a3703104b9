import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users of NATS that are participants. */
export class NatsUsers1763690400170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key add column nats_user text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column nats_user');
  }
}
