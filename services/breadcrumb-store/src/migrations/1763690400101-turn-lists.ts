import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  turn_in_time: '(workspace, requested_at)',
  turn_of_agent: '(workspace, agent, requested_at)',
  turn_in_session: '(workspace, session, requested_at) where session is not null',
};

/** Turns by the time of their request: of a workspace, an agent or a session, so that those of one that is rarely woken are found at once. */
export class TurnLists1763690400101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES))
      await runner.query(`create index ${name} on turn ${columns}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
