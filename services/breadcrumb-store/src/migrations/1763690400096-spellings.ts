import type { MigrationInterface, QueryRunner } from 'typeorm';

const LEXICAL = 'lexical/2';

/**
 * Vectors of the built-in embedder are no longer stored: they were more than half of a database, and full-text search finds as much without
 * them. Misspelt words are found by the terms of the workspace, whose index now knows prefixes.
 */
export class Spellings1763690400096 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table term_stat alter column term type text collate "C"');
    const others = (await runner.query('select 1 from chunk_vector where embedder <> $1 limit 1', [
      LEXICAL,
    ])) as unknown[];
    // Truncating returns the disk at once. Beside vectors of another embedder, those of this one are deleted.
    await runner.query(
      others.length === 0 ? 'truncate chunk_vector' : `delete from chunk_vector where embedder = '${LEXICAL}'`,
    );
    await runner.query('delete from index_cursor where kind = $1', [`vector:${LEXICAL}`]);
    const indexes = (await runner.query(
      `select indexname as name from pg_indexes
       where schemaname = current_schema() and tablename = 'chunk_vector' and strpos(indexdef, $1) > 0`,
      [`'${LEXICAL}'`],
    )) as { name: string }[];
    for (const { name } of indexes) await runner.query(`drop index "${name}"`);
  }

  /** An older store computes the vectors again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table term_stat alter column term type text');
  }
}
