import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Display names: of a key's holder, and of the authors of crumbs as they wrote under them. */
export class AuthorName1763690400021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key add column name text');
    await runner.query('alter table crumb add column author_name text');
    await runner.query('alter table chunk add column author_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table chunk drop column author_name');
    await runner.query('alter table crumb drop column author_name');
    await runner.query('alter table api_key drop column name');
  }
}
