import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `
  create table sign_in (
    hash text primary key,
    kind text not null constraint sign_in_kind_check check (kind in ('code', 'session')),
    key_id uuid not null constraint sign_in_key_fkey references api_key (id),
    expires_at timestamptz(3) not null
  )`,
  'create index sign_in_by_expiry on sign_in (expires_at)',
];

/** Codes of sign-in links, and sessions of the console. */
export class SignIns1763690400075 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in');
  }
}
