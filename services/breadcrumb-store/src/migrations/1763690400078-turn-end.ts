import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Turns by the time of their end, which usage is summed up by. */
export class TurnEnd1763690400078 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index turn_by_end on turn (workspace, closed_at) where state = 'closed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index turn_by_end');
  }
}
