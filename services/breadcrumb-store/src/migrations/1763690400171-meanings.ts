import { errorMessage } from '@crumbtrail/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first version of pgvector that has `halfvec`. */
const LEAST = '0.7.0';

/** A database keeps the version of the extension that it was created with, also where a later one is installed. */
async function updateExtension(runner: QueryRunner): Promise<void> {
  const [found]: { is_old: boolean; version: string }[] = await runner.query(
    `select to_regtype('halfvec') is null as is_old, extversion as version from pg_extension where extname = 'vector'`,
  );
  if (found?.is_old !== true) return;
  await runner.query('alter extension vector update').catch((cause: unknown) => {
    throw new Error(
      `This database has pgvector ${found.version}, and Crumbtrail needs ${LEAST} or later: install it, and have an administrator run \`alter extension vector update\` (${errorMessage(cause)}).`,
      { cause },
    );
  });
}

/** The meanings of texts by the built-in embedder. Those of earlier texts are written in the background. */
export class Meanings1763690400171 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await updateExtension(runner);
    await runner.query('alter table chunk add column meaning halfvec(64)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table chunk drop column meaning');
  }
}
