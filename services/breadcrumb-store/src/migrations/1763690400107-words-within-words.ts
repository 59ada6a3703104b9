import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words are found by their ends, too: `bogreol` for `reol`. */
export class WordsWithinWords1763690400107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index term_stat_backwards on term_stat (workspace, (reverse(term) collate "C"))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index term_stat_backwards');
  }
}
