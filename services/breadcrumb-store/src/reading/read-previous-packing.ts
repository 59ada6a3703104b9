import {
  AgentContext,
  AgentResponse,
  type AgentContextV1,
  type PreviousPackingReply,
  type PreviousPackingRequest,
} from '@crumbtrail/contracts';
import type { Sql, Statement } from '../database/database';

type Previous = NonNullable<PreviousPackingReply['previous']>;

interface PackingRow {
  readonly context: string;
  readonly format: NonNullable<AgentContextV1['format']> | null;
  readonly account: AgentContextV1['account'];
  readonly prices: Previous['prices'] | null;
}

/** A context that is further back is no turn before: its prompt is cached no more. */
const LOOKED_AT = 200;

const PREVIOUS: Statement = {
  name: 'previous-packing',
  text: `select c.id as context, v.context ->> 'format' as format, v.context -> 'account' as account,
      (select r.context -> 'usage' -> 'prices' from crumb a
        join crumb_version r on r.workspace = a.workspace and r.id = a.id and r.version = a.version
        where a.workspace = c.workspace and a.cause_id = c.id and a.schema_name = $5 and a.created_position <= $4 limit 1) as prices
    from (select * from crumb where workspace = $1 and session = $2 and created_position <= $4
      order by occurred_at desc, created_position desc limit ${LOOKED_AT}) c
    join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
    where c.schema_name = $6 and c.erased_at is null and v.context ->> 'agent' = $3
    order by c.occurred_at desc, c.created_position desc limit 1`,
};

/** How the latest context of an agent in a session was packed, as of a position. */
export async function readPreviousPacking(
  sql: Sql,
  workspace: string,
  { session, agent, as_of }: PreviousPackingRequest,
): Promise<PreviousPackingReply> {
  const params = [workspace, session, agent, as_of, AgentResponse.name, AgentContext.name];
  const [row] = await sql.query<PackingRow>(PREVIOUS, params);
  if (!row) return {};
  const { context, account, format, prices } = row;
  return { previous: { context, account, ...(format && { format }), ...(prices && { prices }) } };
}
