import {
  AgentContext,
  AnswerGrounding,
  groundingId,
  responseId,
  unpackKeptTokens,
  type AgentContextV1,
  type AgentResponseV1,
  type AnswerGroundingV1,
  type Participant,
} from '@crumbtrail/contracts';
import type { ContextCostsReply, ContextCostsRequest } from '@crumbtrail/contracts/operations/context-costs';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Sql } from '../database/database';
import { writeCursor } from './cursor';
import { ListingStatement } from './listing-statement';
import { sumContextCosts, type CostedContext, type CostedCrumb } from './sum-context-costs';

interface ContextRow {
  readonly occurred_at: Date;
  readonly created_position: number;
  readonly turn: string;
  readonly tokens: number;
  readonly budget: AgentContextV1['budget'];
  readonly account: AgentContextV1['account'];
}

interface AnswerRow {
  readonly id: string;
  readonly schema_name: string;
  readonly action: AgentResponseV1['action'] | null;
  readonly usage: AgentResponseV1['usage'] | null;
  readonly steps: number | null;
  readonly sources: AnswerGroundingV1['sources'] | null;
}

interface CrumbOfContextRow {
  readonly id: string;
  readonly schema_name: string;
  readonly author_kind: Participant['kind'];
  readonly author_id: string;
}

const USE = 'context-costs';
/** Accounts have up to 256 rows: a page of them takes the store some milliseconds. */
const MOST = 50;

const CURRENT = 'join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version';

/** Contexts, newest first; the cause of a context is its turn. */
function selectContexts(caller: AuthenticatedCaller, request: ContextCostsRequest): ListingStatement {
  const statement = new ListingStatement(caller);
  const { parameters, workspace } = statement;
  statement.addCursor('(c.occurred_at, c.created_position)', USE, request.cursor);
  statement.addTimes('c.occurred_at', request);
  const { session, agent } = request;
  if (session !== undefined) statement.add(`c.session = ${parameters.add(session, 'text')}`);
  if (agent !== undefined)
    statement.add(`exists (select from turn t where t.workspace = ${workspace} and t.id = c.cause_id
      and t.agent = ${parameters.add(agent, 'text')})`);
  return statement;
}

async function readPage(sql: Sql, statement: ListingStatement, limit: number): Promise<ContextRow[]> {
  const text = `select c.occurred_at, c.created_position, c.cause_id as turn, (v.context -> 'tokens' ->> 'total')::int as tokens,
      v.context -> 'budget' as budget, v.context -> 'account' as account
    from crumb c ${CURRENT}
    where c.workspace = ${statement.workspace} and c.schema_name = '${AgentContext.name}' and ${statement.seen('c')} and ${statement.where}
    order by c.occurred_at desc, c.created_position desc limit ${statement.parameters.add(limit, 'integer')}`;
  return sql.query<ContextRow>(text, statement.parameters.list);
}

/** The replies of turns and what they rest on, by id. */
async function readAnswers(
  sql: Sql,
  caller: AuthenticatedCaller,
  turns: readonly string[],
): Promise<ReadonlyMap<string, AnswerRow>> {
  const replies = turns.map((turn) => responseId(caller.workspace, turn));
  const ids = [...replies, ...replies.map((reply) => groundingId(caller.workspace, reply))];
  const statement = new ListingStatement(caller);
  const rows = await sql.query<AnswerRow>(
    `select c.id, c.schema_name, v.context ->> 'action' as action, v.context -> 'usage' as usage, (v.context ->> 'steps')::int as steps,
        case when c.schema_name = '${AnswerGrounding.name}' then v.context -> 'sources' end as sources
      from crumb c ${CURRENT} where c.workspace = ${statement.workspace}
        and c.id = any(${statement.parameters.add(ids, 'uuid[]')}) and ${statement.seen('c')}`,
    statement.parameters.list,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Schema and author of the crumbs that the caller may read. */
async function readCostedCrumbs(
  sql: Sql,
  caller: AuthenticatedCaller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CostedCrumb>> {
  const statement = new ListingStatement(caller);
  const rows = await sql.query<CrumbOfContextRow>(
    `select c.id, c.schema_name, c.author_kind, c.author_id from crumb c where c.workspace = ${statement.workspace}
      and c.id = any(${statement.parameters.add(ids, 'uuid[]')}) and ${statement.seen('c')}`,
    statement.parameters.list,
  );
  return new Map(
    rows.map(({ id, schema_name, author_kind, author_id }) => {
      return [id, { schema_name, author: { kind: author_kind, id: author_id } }];
    }),
  );
}

function toCosted(row: ContextRow, workspace: string, answers: ReadonlyMap<string, AnswerRow>): CostedContext {
  const id = responseId(workspace, row.turn);
  const reply = answers.get(id);
  const sources = answers.get(groundingId(workspace, id))?.sources ?? [];
  return {
    tokens: row.tokens,
    budget: row.budget,
    kept: unpackKeptTokens(row.account),
    ...(reply && {
      reply: {
        ...(reply.action && { action: reply.action }),
        ...(reply.usage && { usage: reply.usage }),
        steps: reply.steps ?? 0,
      },
    }),
    rests_on: new Set(sources.map((source) => source.id)),
  };
}

/** What the crumbs of one page of contexts cost, newest context first. Contexts and crumbs that the caller may not read are neither listed nor counted. */
export async function readContextCosts(
  sql: Sql,
  request: ContextCostsRequest,
  caller: AuthenticatedCaller,
): Promise<ContextCostsReply> {
  const { limit = MOST, by } = request;
  const { workspace } = caller;
  const rows = await readPage(sql, selectContexts(caller, request), limit + 1);
  const page = rows.slice(0, limit);
  const answers = await readAnswers(
    sql,
    caller,
    page.map(({ turn }) => turn),
  );
  const contexts = page.map((row) => toCosted(row, workspace, answers));
  const ids = new Set(contexts.flatMap(({ kept }) => kept.map(({ id }) => id)));
  const sum = sumContextCosts(contexts, { by, crumbs: await readCostedCrumbs(sql, caller, [...ids]) });
  const [first, last] = [page[0], page.at(-1)];
  return {
    contexts: page.length,
    ...sum,
    ...(first && last && { latest: first.occurred_at.toISOString(), earliest: last.occurred_at.toISOString() }),
    ...(last &&
      rows.length > limit && {
        next_cursor: writeCursor(USE, workspace, [last.occurred_at.toISOString(), last.created_position]),
      }),
  };
}
