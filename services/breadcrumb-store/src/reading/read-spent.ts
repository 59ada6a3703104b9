import { AgentResponse, AgentStep, refuse, ToolResponse, type SpentReply } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { Sql, Statement } from '../database/database';

/** How many of the agent's answers are returned. */
const MOST_SAID = 32;

/**
 * Tokens as billed, or else as counted. A response holds the usage of its whole turn; if a turn ended without it (by a person
 * or a deadline), its steps are counted, and the model calls of its tools. Hashes are those of `sha256` of libs/contracts.
 */
const SPENT: Statement = {
  name: 'spent',
  text: `with calls as (
      select c.schema_name, c.author_kind, c.author_id, c.created_position, v.context,
        v.context -> 'usage' as usage, v.context -> 'turn' ->> 'id' as turn
      from crumb c
      join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
      where c.workspace = $1 and c.trail_id = $2 and c.schema_name in ($3, $4, $6)),
    ends as (select * from calls where schema_name = $3),
    bills as (
      select usage from ends where usage is not null
      union all
      select step.usage from calls step join ends using (turn) where step.schema_name = $4 and ends.usage is null
      union all
      select called -> 'usage' from calls result join ends using (turn)
        cross join jsonb_array_elements(coalesce(result.context -> 'model_calls', '[]'::jsonb)) called
        where result.schema_name = $6 and ends.usage is null),
    said as (
      select encode(sha256(convert_to(context ->> 'content', 'UTF8')), 'hex') as hash, created_position
      from ends where author_kind = 'agent' and author_id = $5 and context ->> 'action' = 'speak'
      order by created_position desc limit ${MOST_SAID})
    select
      coalesce(sum(coalesce((usage ->> 'prompt_tokens')::numeric, (usage ->> 'counted_prompt_tokens')::numeric)), 0)::float8
        as prompt_tokens,
      coalesce(sum((usage ->> 'completion_tokens')::numeric), 0)::float8 as completion_tokens,
      coalesce(sum((usage ->> 'cost_usd')::numeric), 0)::float8 as cost_usd,
      array(select hash from said order by created_position desc) as said
    from bills`,
};

/** An agent may read the costs of trails in which it has had a turn. */
const TOOK_PART: Statement = {
  name: 'spent-took-part',
  text: `select 1 from crumb c join turn t on t.workspace = c.workspace and t.id = c.id
    where c.workspace = $1 and c.trail_id = $2 and t.agent = $3 limit 1`,
};

async function requireParticipation(
  sql: Sql,
  trail: string,
  { workspace, participant, role }: AuthenticatedCaller,
  agent: string,
): Promise<void> {
  if (role === 'service') return;
  if (participant.id !== agent)
    throw refuse('forbidden', `${participant.id} may read only its own costs, not those of ${agent}.`);
  const [found] = await sql.query(TOOK_PART, [workspace, trail, agent]);
  if (!found) throw refuse('not_found', `No trail ${trail} with a turn of ${agent}.`);
}

/** The cost of all finished turns of a trail, and the hashes of one agent's answers in it, newest first. */
export async function readSpent(
  sql: Sql,
  { trail, agent }: { trail: string; agent: string },
  caller: AuthenticatedCaller,
): Promise<SpentReply> {
  if (!isUuid(trail)) throw refuse('not_found', `No trail ${trail} in this workspace.`);
  await requireParticipation(sql, trail, caller, agent);
  const params = [caller.workspace, trail, AgentResponse.name, AgentStep.name, agent, ToolResponse.name];
  const [found] = await sql.query<SpentReply>(SPENT, params);
  return found ?? { prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, said: [] };
}
