import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which embedder was chosen last, and what the environment said then: one row. */
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
