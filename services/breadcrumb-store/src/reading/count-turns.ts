import type { Sql } from '../database/database';

/** The turns of all workspaces that are not closed. */
export interface TurnCounts {
  /** Turns whose lane is taken by another turn. */
  readonly queued: number;
  /** Open turns that no process has begun, of agents that the agent-executor runs and of services and loops that run their own. */
  readonly unclaimed: { readonly pool: number; readonly service: number };
  /** How long the oldest of the unclaimed turns has been open, in seconds; 0 if there is none. */
  readonly oldestUnclaimedSeconds: number;
  /** How long the most overdue open turn is past its deadline, in seconds; 0 if there is none. */
  readonly overdueSeconds: number;
}

interface Row {
  readonly queued: number;
  readonly pool: number;
  readonly service: number;
  readonly oldest: number;
  readonly overdue: number;
}

const COUNT_TURNS = {
  name: 'count-turns',
  text: `select count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where unclaimed and runner = 'pool')::int as pool,
      count(*) filter (where unclaimed and runner = 'service')::int as service,
      coalesce(extract(epoch from now() - min(opened_at) filter (where unclaimed)), 0)::float8 as oldest,
      coalesce(extract(epoch from now() - min(deadline_at) filter (where state = 'open')), 0)::float8 as overdue
    from (select t.state, t.runner, t.opened_at, t.deadline_at, t.state = 'open' and not exists (
        select 1 from claim c where c.workspace = t.workspace and c.key = 'turn:' || t.id::text) as unclaimed
      from turn t where t.state <> 'closed') as unfinished`,
};

/** Counts the turns that are not closed, by the database's clock. */
export async function countTurns(database: Pick<Sql, 'query'>): Promise<TurnCounts> {
  const [row] = await database.query<Row>(COUNT_TURNS, []);
  const { queued, pool, service, oldest, overdue } = row as Row;
  return {
    queued,
    unclaimed: { pool, service },
    oldestUnclaimedSeconds: Math.max(0, oldest),
    overdueSeconds: Math.max(0, overdue),
  };
}
