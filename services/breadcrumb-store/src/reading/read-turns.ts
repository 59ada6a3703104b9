import { refuse, type ListUnfinishedTurns, type ReplyOf, type RequestOf, type Turns } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { TurnRecord } from '../ledger/stored-rows';
import { toTurnView } from '../turns/request-turns';
import type { Sql, Statement } from '../database/database';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';

interface CauseRow {
  readonly decided: boolean;
  readonly reason: string | null;
  readonly removed_before: Date | null;
}

/** The turns that a crumb caused, and whether the conductor has decided about it. */
export async function readTurns(sql: Sql, cause: string, caller: AuthenticatedCaller): Promise<ReplyOf<typeof Turns>> {
  const params: unknown[] = [caller.workspace, isUuid(cause) ? cause : null];
  const [crumb] = await sql.query<CauseRow>(
    `select d.cause_id is not null as decided, d.reason,
       (select max(s.before) from retention_sweep s where s.workspace = c.workspace and s.class in ('turns', 'decisions')
         and s.before > c.created_at) as removed_before
     from crumb c
     left join lateral (select cause_id, reason from decision d where d.workspace = c.workspace and d.cause_id = c.id
       order by cause_version desc limit 1) d on true
     where c.workspace = $1 and c.id = $2 and ${visibleToCaller('c', caller, params)}`,
    params,
  );
  if (!crumb) throw refuse('not_found', `No crumb ${cause} in this workspace.`);
  const rows = await sql.query<TurnRecord>(
    'select * from turn where workspace = $1 and cause_id = $2 order by requested_at, agent, generation',
    [caller.workspace, cause],
  );
  const { decided, reason, removed_before: before } = crumb;
  const why = reason === null ? {} : rows.length === 0 ? { reason } : { silent: reason };
  const removed = before === null ? {} : { removed_before: before.toISOString() };
  return { decided: decided || before !== null, turns: rows.map(toTurnView), ...why, ...removed };
}

/** The id of the crumb that caused a turn; null if there is no such turn. */
export async function findCauseOfTurn(sql: Sql, workspace: string, turn: string): Promise<string | null> {
  const [found] = await sql.query<{ cause_id: string }>('select cause_id from turn where workspace = $1 and id = $2', [
    workspace,
    turn,
  ]);
  return found?.cause_id ?? null;
}

interface UnfinishedRow extends TurnRecord {
  readonly state: 'queued' | 'open';
  readonly claimed_until: Date | null;
}

const LIST_UNFINISHED: Statement = {
  name: 'unfinished-turns',
  text: `select t.*, c.until as claimed_until from turn t
    left join claim c on c.workspace = t.workspace and c.key = 'turn:' || t.id and c.until > now()
    where t.workspace = $1 and t.agent = $2 and t.state <> 'closed' order by t.cause_position, t.place, t.id limit $3`,
};

const iso = (time: Date | string): string => new Date(time).toISOString();

/** The turns of an agent that are not closed, in the order of their triggers. */
export async function listUnfinishedTurns(
  sql: Sql,
  workspace: string,
  { agent, limit }: RequestOf<typeof ListUnfinishedTurns>,
): Promise<ReplyOf<typeof ListUnfinishedTurns>> {
  const rows = await sql.query<UnfinishedRow>(LIST_UNFINISHED, [workspace, agent, limit]);
  const turns = rows.map((row) => ({
    ...toTurnView(row),
    state: row.state,
    ...(row.session === null ? {} : { session: row.session }),
    trail_id: row.trail_id,
    requested_at: iso(row.requested_at),
    ...(row.deadline_at === null ? {} : { deadline_at: iso(row.deadline_at) }),
    ...(row.claimed_until === null ? {} : { claimed_until: iso(row.claimed_until) }),
  }));
  return { turns };
}
