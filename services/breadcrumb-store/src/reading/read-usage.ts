import {
  MAX_USAGE_TURNS,
  type UsageGroup,
  type UsageReply,
  type UsageRequest,
  type UsageRow,
} from '@crumbtrail/contracts/operations/usage';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Sql } from '../database/database';
import { ListingStatement } from './listing-statement';

interface SummedRow extends UsageRow {
  readonly is_total: boolean;
}

const MAX_ROWS = 500;

/** What turns are grouped by, from the columns of `answered`. */
const groupKey = (by: UsageGroup, timeZone: string): string =>
  ({ day: `to_char(closed_at at time zone ${timeZone}, 'YYYY-MM-DD')`, agent: 'agent', model: 'model' })[by];

/** Turns that ended in the period and whose answers the caller may read, newest first. */
function selectAnswered(statement: ListingStatement, request: UsageRequest): string {
  const { workspace } = statement;
  statement.addTimes('t.closed_at', { since: request.from, until: request.to });
  return `select t.agent, t.action, t.closed_at, extract(epoch from t.closed_at - t.requested_at)::float8 * 1000 - t.waited_ms as ms,
      v.context ->> 'model' as model, v.context -> 'usage' as usage
    from turn t
    join crumb a on a.workspace = t.workspace and a.id = t.response_id and ${statement.seen('a')}
    join crumb_version v on v.workspace = a.workspace and v.id = a.id and v.version = a.version
    where t.workspace = ${workspace} and t.state = 'closed' and ${statement.where}
    order by t.closed_at desc limit ${MAX_USAGE_TURNS}`;
}

/** One row for each group and one for all of them. */
function sumAnswered(answered: string, key: string, by: UsageGroup): string {
  return `with answered as materialized (${answered}), numbered as (
      select ${key} as key, action, ms, coalesce((usage ->> 'prompt_tokens')::float8 + coalesce((usage ->> 'completion_tokens')::float8, 0),
        (usage ->> 'counted_prompt_tokens')::float8, 0) as tokens, coalesce((usage ->> 'cost_usd')::float8, 0) as cost_usd,
        usage ->> 'cost_usd' is null and coalesce((usage ->> 'completion_tokens')::float8, (usage ->> 'prompt_tokens')::float8, 0) > 0 as is_unpriced
      from answered)
    select key, grouping(key) = 1 as is_total, count(*)::integer as turns, (count(*) filter (where action = 'error'))::integer as errors,
      percentile_cont(0.5) within group (order by ms) as p50_ms, percentile_cont(0.95) within group (order by ms) as p95_ms,
      coalesce(sum(tokens), 0)::float8 as tokens, coalesce(sum(cost_usd), 0)::float8 as cost_usd,
      (count(*) filter (where is_unpriced))::integer as unpriced
    from numbered group by grouping sets ((key), ())
    order by is_total desc, ${by === 'day' ? 'key' : 'turns desc, key'} limit ${MAX_ROWS + 1}`;
}

const roundMs = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

const toSums = ({ turns, errors, p50_ms, p95_ms, tokens, cost_usd, unpriced }: SummedRow): UsageReply['total'] => ({
  turns,
  errors,
  p50_ms: roundMs(p50_ms),
  p95_ms: roundMs(p95_ms),
  tokens,
  cost_usd,
  unpriced,
});

/** Sums up the turns that ended in a period: at most {@link MAX_USAGE_TURNS}, the newest of them. Erased answers are not counted. */
export async function readUsage(sql: Sql, request: UsageRequest, caller: AuthenticatedCaller): Promise<UsageReply> {
  const statement = new ListingStatement(caller);
  const answered = selectAnswered(statement, request);
  const key = groupKey(request.by, request.by === 'day' ? statement.parameters.add(request.time_zone, 'text') : '');
  const rows = await sql.query<SummedRow>(sumAnswered(answered, key, request.by), statement.parameters.list);
  const total = rows.find(({ is_total }) => is_total) as SummedRow;
  return {
    total: toSums(total),
    rows: rows.filter(({ is_total }) => !is_total).map((row) => ({ key: row.key, ...toSums(row) })),
    truncated: total.turns >= MAX_USAGE_TURNS,
  };
}
