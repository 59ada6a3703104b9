import { refuse, type ReplyOf, type Turns } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { TurnRecord } from '../ledger/stored-rows';
import { toTurnView } from '../turns/request-turns';
import type { Sql } from '../database/database';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';

/** The turns that a crumb caused, and whether the conductor has decided about it. */
export async function readTurns(sql: Sql, cause: string, caller: AuthenticatedCaller): Promise<ReplyOf<typeof Turns>> {
  const params: unknown[] = [caller.workspace, isUuid(cause) ? cause : null];
  const [crumb] = await sql.query<{ decided: boolean; reason: string | null }>(
    `select d.cause_id is not null as decided, d.reason from crumb c
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
  const { decided, reason } = crumb;
  return { decided, turns: rows.map(toTurnView), ...(reason === null || rows.length > 0 ? {} : { reason }) };
}

/** The id of the crumb that caused a turn; null if there is no such turn. */
export async function findCauseOfTurn(sql: Sql, workspace: string, turn: string): Promise<string | null> {
  const [found] = await sql.query<{ cause_id: string }>('select cause_id from turn where workspace = $1 and id = $2', [
    workspace,
    turn,
  ]);
  return found?.cause_id ?? null;
}
