import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row: the embedder that was chosen last, and the configuration of the environment at that time. */
export class EmbeddingChoice1763690400008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table embedding_choice (
        one boolean primary key default true check (one),
        name text not null,
        environment text not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table embedding_choice');
  }
}
