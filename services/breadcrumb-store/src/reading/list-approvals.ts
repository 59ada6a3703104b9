import {
  AgentStep,
  ApprovalDecision,
  contextId,
  type ApprovalDecisionV1,
  type CrumbLine,
  type ToolRequestV1,
  type TurnState,
} from '@crumbtrail/contracts';
import {
  DECIDED_STATUSES,
  type ApprovalsReply,
  type ApprovalStatus,
  type ApprovalVerdict,
  type ApprovalView,
  type ListApprovalsRequest,
} from '@crumbtrail/contracts/operations/approvals';
import type { AuthenticatedCaller } from '../identity/caller';
import { mayDecide } from '../identity/may-decide';
import { isUuid } from '../database/uuid';
import type { Sql } from '../database/database';
import { authorOf, type CrumbRecord } from '../ledger/stored-rows';
import { writeCursor } from './cursor';
import { includeIfSet } from './envelope';
import { readHead, requirePosition } from './head';
import { ListingStatement, pageLength } from './listing-statement';
import { readCrumbLines } from './read-crumb-lines';

interface ApprovalRow {
  readonly id: string;
  readonly session: string | null;
  readonly trail_id: string;
  readonly created_at: Date;
  readonly created_position: number;
  readonly request: ToolRequestV1;
  readonly expires_at: Date | null;
  /** Id of the crumb that woke the agent; null if the caller may not read it. */
  readonly trigger_id: string | null;
  readonly cause_author: string | null;
  readonly state: TurnState | null;
  readonly input_schema: Record<string, unknown> | null;
  readonly said: string | null;
  readonly calls: number;
  readonly tokens: number;
  readonly cost_usd: number | null;
  readonly decision: ApprovalDecisionV1 | null;
  readonly author_kind: CrumbRecord['author_kind'];
  readonly author_id: string;
  readonly author_name: string | null;
  readonly decided_at: Date;
}

const USE = 'approvals';

/** Requests that wait: they have an entry in `due`, which is when the store decides itself. */
const WAITING = `exists (select from due d where d.kind = 'approval' and d.workspace = c.workspace and d.key = c.id::text)`;
const DECIDED = `exists (select from crumb k where k.workspace = c.workspace and k.cause_id = c.id and k.schema_name = '${ApprovalDecision.name}')`;

const FILTERS: Readonly<Record<NonNullable<ListApprovalsRequest['status']>, string>> = {
  waiting: WAITING,
  decided: DECIDED,
  ended: `not ${WAITING} and not ${DECIDED}`,
};

function addFilters(
  statement: ListingStatement,
  { id, status = 'waiting', session, turn, cursor }: ListApprovalsRequest,
): void {
  const { parameters } = statement;
  statement.addCursor('(c.created_at, c.created_position)', USE, cursor);
  if (id === undefined) statement.add(FILTERS[status]);
  else statement.add(`c.id = ${parameters.add(id, 'uuid')}`);
  if (session !== undefined) statement.add(`c.session = ${parameters.add(session, 'text')}`);
  if (turn !== undefined) statement.add(`v.context -> 'turn' ->> 'id' = ${parameters.add(turn, 'text')}`);
}

/** What the model calls of the turn have cost so far. */
const SPENT_IN_TURN = `
  select count(*)::integer as calls,
    coalesce(sum(coalesce((usage ->> 'prompt_tokens')::numeric, (usage ->> 'counted_prompt_tokens')::numeric, 0)
      + coalesce((usage ->> 'completion_tokens')::numeric, 0)), 0)::float8 as tokens,
    sum((usage ->> 'cost_usd')::numeric)::float8 as cost_usd
  from (select sv.context -> 'usage' as usage from crumb s
    join crumb_version sv on sv.workspace = s.workspace and sv.id = s.id and sv.version = s.version
    where s.workspace = p.workspace and s.trail_id = p.trail_id and s.schema_name = '${AgentStep.name}'
      and sv.context -> 'turn' ->> 'id' = p.request -> 'turn' ->> 'id') steps`;

function selectPage(statement: ListingStatement, limit: number): string {
  return `with page as materialized (
      select c.workspace, c.id, c.session, c.trail_id, c.cause_id, c.created_at, c.created_position, v.context as request
      from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = 1
      where c.workspace = ${statement.workspace} and c.schema_name = 'tool.request.v1' and v.context ? 'approval'
        and ${statement.seen('c')} and ${statement.where}
      order by c.created_at desc, c.created_position desc limit ${statement.parameters.add(limit, 'integer')})
    select p.*, d.due_at as expires_at, w.id as trigger_id, t.cause_author, t.state, tv.context -> 'input' as input_schema, step.context ->> 'content' as said,
      u.*, kv.context as decision, k.author_kind, k.author_id, k.author_name, k.created_at as decided_at
    from page p
    left join due d on d.kind = 'approval' and d.workspace = p.workspace and d.key = p.id::text
    left join turn t on t.workspace = p.workspace and t.id = (p.request -> 'turn' ->> 'id')::uuid
    left join crumb w on w.workspace = t.workspace and w.id = t.cause_id and ${statement.seen('w')}
    left join crumb_version tv on tv.workspace = p.workspace and tv.id = (p.request -> 'tool_def' ->> 'id')::uuid
      and tv.version = (p.request -> 'tool_def' ->> 'version')::integer
    left join crumb_version step on step.workspace = p.workspace and step.id = p.cause_id and step.version = 1
    left join crumb k on k.workspace = p.workspace and k.cause_id = p.id and k.schema_name = '${ApprovalDecision.name}' and k.erased_at is null
    left join crumb_version kv on kv.workspace = k.workspace and kv.id = k.id and kv.version = 1
    cross join lateral (${SPENT_IN_TURN}) u
    order by p.created_at desc, p.created_position desc`;
}

function statusOf({ decision, expires_at }: ApprovalRow): ApprovalStatus {
  if (decision !== null) return DECIDED_STATUSES[decision.decision];
  return expires_at === null ? 'ended' : 'waiting';
}

function verdictOf(row: ApprovalRow): ApprovalVerdict | undefined {
  if (row.decision === null) return undefined;
  const { decision, reason, answer, timed_out, input } = row.decision;
  return {
    decision,
    by: authorOf(row),
    at: row.decided_at.toISOString(),
    ...includeIfSet('reason', reason ?? null),
    ...includeIfSet('answer', answer ?? null),
    ...includeIfSet('timed_out', timed_out ?? null),
    ...includeIfSet('arguments', (input as ApprovalVerdict['arguments']) ?? null),
  };
}

function toView(row: ApprovalRow, caller: AuthenticatedCaller, trigger: CrumbLine | undefined): ApprovalView {
  const { turn, agent, tool, runner, input, approval } = row.request;
  const { kind, on_timeout, deciders } = approval as NonNullable<ToolRequestV1['approval']>;
  const status = statusOf(row);
  const isOpen = status === 'waiting';
  return {
    id: row.id,
    status,
    kind,
    agent,
    tool,
    runner,
    arguments: input as ApprovalView['arguments'],
    ...includeIfSet('input_schema', row.input_schema),
    ...includeIfSet('session', row.session),
    ...includeIfSet('trigger', trigger ?? null),
    turn: turn.id,
    trail_id: row.trail_id,
    context_id: contextId(caller.workspace, turn.id),
    ...includeIfSet('said', row.said),
    asked_at: row.created_at.toISOString(),
    ...includeIfSet('expires_at', row.expires_at?.toISOString() ?? null),
    on_timeout,
    deciders,
    may_decide:
      isOpen && caller.role !== 'reader' && mayDecide(caller, { deciders, author: row.cause_author ?? undefined }),
    cost: { calls: row.calls, tokens: row.tokens, ...includeIfSet('cost_usd', row.cost_usd) },
    ...includeIfSet('decision', verdictOf(row) ?? null),
  };
}

/** One page of the tool requests that wait, or waited, for a person, latest first. Those of turns that the caller may not read are left out. */
export async function listApprovals(
  sql: Sql,
  request: ListApprovalsRequest,
  caller: AuthenticatedCaller,
): Promise<ApprovalsReply> {
  requirePosition(await readHead(sql), request.min_position);
  if ([request.id, request.turn].some((id) => id !== undefined && !isUuid(id))) return { approvals: [] };
  const limit = pageLength(request.limit);
  const statement = new ListingStatement(caller);
  addFilters(statement, request);
  const rows = await sql.query<ApprovalRow>(selectPage(statement, limit + 1), statement.parameters.list);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last && writeCursor(USE, caller.workspace, [last.created_at.toISOString(), last.created_position]);
  const triggers = page.flatMap(({ trigger_id }) => trigger_id ?? []);
  const lines = await readCrumbLines(sql, caller.workspace, triggers);
  return {
    approvals: page.map((row) => toView(row, caller, lines.get(row.trigger_id ?? ''))),
    ...(next ? { next_cursor: next } : {}),
  };
}
