import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The roots of trails by time, without imported ones: the list of trails leaves those out, and after an import nearly all may be imported. */
export class RootsInTime1763690400103 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index crumb_root_in_time on crumb (workspace, occurred_at, created_position) where trail_id = id and not imported',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index crumb_root_in_time');
  }
}
