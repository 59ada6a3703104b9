import { AgentContext, type CrumbLine, type LlmHints } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { audienceOf, authorOf } from '../ledger/stored-rows';
import { withSchemaHints } from '../schemas/schema-hints';
import { includeIfSet, PRESENT, type CrumbRow } from './envelope';
import { summariseWithFact } from './summarise-crumb';

interface LineRow extends CrumbRow {
  readonly position: number;
  readonly title: string | null;
  readonly tags: readonly string[] | null;
  readonly context: Record<string, unknown> | null;
  readonly llm_hints: LlmHints | null;
}

/** The explanation in a context is long, and its summary needs nothing of it. */
const SELECT = `select c.*, v.title, v.tags, v.llm_hints, case when c.schema_name = $3 then '{}' else v.context end as context
  from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
  where c.workspace = $1 and c.id = any($2::uuid[]) and ${PRESENT}`;

function toLine(row: LineRow): CrumbLine {
  const author = authorOf(row);
  return {
    id: row.id,
    trail_id: row.trail_id,
    schema_name: row.schema_name,
    author,
    audience: audienceOf(row.audience) as CrumbLine['audience'],
    occurred_at: row.occurred_at.toISOString(),
    ...includeIfSet('text', summariseWithFact({ ...row, author }) ?? null),
  };
}

/** Crumbs in one line each, by id. The caller of this function has checked that the reader may read them. */
export async function readCrumbLines(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CrumbLine>> {
  const rows = await sql.query<LineRow>(SELECT, [workspace, ids, AgentContext.name]);
  return new Map((await withSchemaHints(sql, rows)).map((row) => [row.id, toLine(row)]));
}
