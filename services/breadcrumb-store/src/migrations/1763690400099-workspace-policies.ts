import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createLimitedView, limitToWorkspaces } from './workspace-policy';

/** The tables whose rows belong to a workspace, beside `workspace` itself. */
const TABLES = [
  'api_key',
  'blob',
  'blob_quote',
  'chunk',
  'chunk_vector',
  'claim',
  'corpus_stat',
  'crumb',
  'crumb_event',
  'crumb_version',
  'decision',
  'due',
  'file',
  'file_upload',
  'file_use',
  'idempotency',
  'retention_sweep',
  'term_stat',
  'turn',
  'vector_retry',
];

const VIEWS = [
  ['chunk_in_workspaces', 'chunk'],
  ['crumb_version_in_workspaces', 'crumb_version'],
] as const;

/** Everybody but the owner of the tables sees the rows of the workspaces only that their connection is limited to. */
export class WorkspacePolicies1763690400099 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const policies = [
      ...TABLES.flatMap((table) => limitToWorkspaces(table)),
      ...limitToWorkspaces('workspace', 'name'),
    ];
    const views = VIEWS.map(([view, table]) => createLimitedView(view, table));
    for (const statement of [...policies, ...views]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [view] of VIEWS) await runner.query(`drop view ${view}`);
    for (const table of [...TABLES, 'workspace']) {
      await runner.query(`drop policy workspaces_of_connection on ${table}`);
      await runner.query(`alter table ${table} disable row level security`);
    }
  }
}
