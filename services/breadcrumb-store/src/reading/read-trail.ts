import {
  AgentContext,
  refuse,
  ToolRequest,
  type LlmHints,
  type TrailNode,
  type TrailReply,
  type TrailRequest,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { Sql } from '../database/database';
import { withSchemaHints } from '../schemas/schema-hints';
import type { CrumbRow } from './envelope';
import { audienceOf, authorOf } from '../ledger/stored-rows';
import { summariseCrumb } from './summarise-crumb';
import { describeApprovals } from './trail-approvals';
import { describeFacts } from './trail-facts';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';

interface TrailRow extends CrumbRow {
  readonly version: number;
  readonly root_at: Date;
  readonly title: string | null;
  readonly llm_hints: LlmHints | null;
  readonly schema_hints?: LlmHints;
  readonly tags: readonly string[] | null;
  readonly position: number;
  readonly context: Record<string, unknown> | null;
  readonly is_there: boolean;
  readonly turn_ms: number | null;
  /** Of a tool request that waits, or waited, for a person: whether its turn is closed. */
  readonly turn_closed: boolean | null;
}

const MOST = 2_000;

/** The column of a packed account that holds the decisions. */
const DECISION_COLUMN = 3;

/** Of a context only {@link ContextNumbers} are read. */
const CONTEXT = `case when c.schema_name = $3 then jsonb_build_object(
    'agent', v.context -> 'agent', 'tokens', v.context -> 'tokens', 'build_ms', v.context -> 'build_ms', 'cap', v.context #> '{budget,cap}',
    'decisions', case when v.context #>> '{account,columns,${DECISION_COLUMN}}' = 'decision' and v.context #> '{account,packed}' is not null then jsonb_build_object(
      'packed', v.context #> '{account,packed,${DECISION_COLUMN}}', 'words', v.context #> '{account,dictionaries,decision}') end)
  else v.context end`;

async function findTrailId(sql: Sql, id: string, caller: AuthenticatedCaller): Promise<string> {
  const params: unknown[] = [caller.workspace, isUuid(id) ? id : null];
  const [found] = await sql.query<{ trail_id: string }>(
    `select trail_id from crumb c where workspace = $1 and id = $2 and ${visibleToCaller('c', caller, params)}`,
    params,
  );
  if (!found) throw refuse('not_found', `No crumb ${id} in this workspace.`);
  return found.trail_id;
}

async function selectRows(sql: Sql, trail: string, caller: AuthenticatedCaller): Promise<TrailRow[]> {
  const params: unknown[] = [caller.workspace, trail, AgentContext.name, MOST, ToolRequest.name];
  return sql.query<TrailRow>(
    `select c.*, c.position as head_position, ${CONTEXT} as context, v.title, v.llm_hints, v.tags,
       v.id is not null and (c.expires_at is null or c.expires_at > now()) as is_there,
       first_value(c.created_at) over (order by c.created_position) as root_at,
       extract(epoch from t.closed_at - coalesce(t.opened_at, t.closed_at)) * 1000 as turn_ms,
       w.state = 'closed' as turn_closed
     from crumb c
     left join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
     left join turn t on t.workspace = c.workspace and t.id = c.id
     left join turn w on w.workspace = c.workspace and c.schema_name = $5 and v.context ? 'approval'
       and w.id = (v.context -> 'turn' ->> 'id')::uuid
     where c.workspace = $1 and c.trail_id = $2 and ${visibleToCaller('c', caller, params)}
     order by c.created_position limit $4`,
    params,
  );
}

const omitAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as Fields;

function describeRow(row: TrailRow): Partial<TrailNode> {
  const { summary, ...facts } = describeFacts(row);
  return omitAbsent({
    ...facts,
    title: row.title ?? undefined,
    summary: summariseCrumb({ ...row, author: authorOf(row) }, summary),
  });
}

function toNode(row: TrailRow): TrailNode {
  const { cause_id, cause_version } = row;
  return omitAbsent({
    id: row.id,
    version: row.version,
    schema_name: row.schema_name,
    author: authorOf(row),
    audience: row.audience.includes('*') ? undefined : audienceOf(row.audience),
    cause: cause_id === null ? undefined : { id: cause_id, version: cause_version },
    hop: row.hop,
    position: row.created_position,
    created_at: row.created_at.toISOString(),
    at_ms: row.created_at.getTime() - row.root_at.getTime(),
    ...(row.is_there ? describeRow(row) : {}),
    erased: row.erased_at === null ? undefined : true,
  }) as TrailNode;
}

async function countNodes(
  sql: Sql,
  trail: string,
  caller: AuthenticatedCaller,
): Promise<{ hidden: number; beyond: number }> {
  const params: unknown[] = [caller.workspace, trail];
  const [counts] = await sql.query<{ all: number; seen: number }>(
    `select count(*)::int as all, count(*) filter (where ${visibleToCaller('c', caller, params)})::int as seen
     from crumb c where c.workspace = $1 and c.trail_id = $2`,
    params,
  );
  const { all, seen } = counts ?? { all: 0, seen: 0 };
  return { hidden: all - seen, beyond: Math.max(0, seen - MOST) };
}

/** All crumbs of a trail that the caller may see, in order of creation. `id` is any crumb of the trail. */
export async function readTrail(
  sql: Sql,
  { id, count }: TrailRequest,
  caller: AuthenticatedCaller,
): Promise<TrailReply> {
  const trail_id = await findTrailId(sql, id, caller);
  const rows = await withSchemaHints(sql, await selectRows(sql, trail_id, caller));
  const counts = count ? await countNodes(sql, trail_id, caller) : {};
  return { trail_id, nodes: describeApprovals(rows.map(toNode), rows), ...counts };
}
