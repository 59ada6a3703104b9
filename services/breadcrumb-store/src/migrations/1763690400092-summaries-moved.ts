import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions of the context-builder that the memory-keeper has taken over. */
const ENDED = ['context-builder-scopes', 'context-builder-summaries', 'context-builder-erased'];

/**
 * Removes the subscriptions that no service has any more. With them, the log would be kept, and a growing backlog reported, for consumers that
 * never come back.
 */
export class SummariesMoved1763690400092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from durable where name = any($1::text[])', [ENDED]);
  }

  /** The older context-builder subscribes again when it starts. */
  async down(): Promise<void> {}
}
