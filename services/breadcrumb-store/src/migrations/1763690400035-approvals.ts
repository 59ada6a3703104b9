import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Turns that wait for a person, and may give up their lane meanwhile. */
export class Approvals1763690400035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table turn add column approvals jsonb');
    await runner.query('alter table turn drop constraint turn_state_check');
    await runner.query(
      `alter table turn add constraint turn_state_check check (state in ('queued', 'open', 'waiting', 'closed'))`,
    );
    await runner.query(`create index due_approvals on due (workspace, due_at) where kind = 'approval'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index due_approvals');
    await runner.query('alter table turn drop constraint turn_state_check');
    await runner.query(
      `alter table turn add constraint turn_state_check check (state in ('queued', 'open', 'closed'))`,
    );
    await runner.query('alter table turn drop column approvals');
  }
}
