import { AgentResponse, AgentTurn, ApprovalDecision, ToolRequest } from '@crumbtrail/contracts';
import type { TaskChange, TaskChangeState, TaskPush } from '@crumbtrail/contracts/operations/task-pushes';
import type { Sql } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { ListingStatement } from '../reading/listing-statement';
import { toEvent } from '../reading/read-events';

type EventRow = Parameters<typeof toEvent>[0];

/** An event that may change how a turn stands. */
export interface TaskEventRow extends EventRow {
  /** The payload; null where the caller may not read it. */
  readonly content: Record<string, unknown> | null;
}

/** What opens a turn, each request of it that waits for a person, each decision on one, and what ends it. All of them are on its trail. */
function select(statement: ListingStatement, { turn, trail }: Pick<TaskPush, 'turn' | 'trail'>): string {
  const { parameters, workspace } = statement;
  const id = parameters.add(turn, 'uuid');
  const ofTurn = (alias: string): string => `${alias}.context -> 'turn' ->> 'id' = ${id}::text`;
  return `
    select e.*, case when ${statement.seen('c')} then v.context end as content
    from crumb c
    join crumb_event e on e.workspace = c.workspace and e.position = c.created_position
    join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = 1
    where c.workspace = ${workspace} and c.trail_id = ${parameters.add(trail, 'uuid')} and (
      c.id = ${id}
      or c.schema_name = '${ToolRequest.name}' and v.context ? 'approval' and ${ofTurn('v')}
      or c.schema_name = '${ApprovalDecision.name}' and exists (select from crumb_version r
        where r.workspace = c.workspace and r.id = c.cause_id and r.version = 1 and ${ofTurn('r')})
      or c.schema_name = '${AgentResponse.name}' and exists (select from turn t
        where t.workspace = c.workspace and t.id = ${id} and t.response_id = c.id))
    order by c.created_position`;
}

/** How the turn stands after an event, if otherwise than before; `waiting` are the requests that wait for a person. */
function stateAfter(
  { schema_name, id, cause_id, content }: TaskEventRow,
  waiting: Set<string>,
): TaskChangeState | null {
  if (schema_name === AgentTurn.name) return 'working';
  if (schema_name === AgentResponse.name) return content && 'closed';
  if (schema_name === ToolRequest.name) {
    waiting.add(id);
    return 'waiting';
  }
  return waiting.delete(cause_id ?? '') && waiting.size === 0 ? 'working' : null;
}

/** The changes of a turn after a position, from all of its events. An end that the caller may not read is left out, as in lists of turns. */
export function toTaskChanges(rows: readonly TaskEventRow[], after: number): TaskChange[] {
  const waiting = new Set<string>();
  return rows.flatMap((row) => {
    const state = stateAfter(row, waiting);
    if (!state || row.position <= after) return [];
    return [{ ...toEvent(row), state, ...(row.content && { context: row.content }) }];
  });
}

/** The changes of a turn after a position, with what the caller may read of them. */
export async function selectTaskChanges(
  sql: Sql,
  caller: AuthenticatedCaller,
  push: Pick<TaskPush, 'turn' | 'trail'>,
  after: number,
): Promise<TaskChange[]> {
  const statement = new ListingStatement(caller);
  const text = select(statement, push);
  return toTaskChanges(await sql.query<TaskEventRow>(text, statement.parameters.list), after);
}
