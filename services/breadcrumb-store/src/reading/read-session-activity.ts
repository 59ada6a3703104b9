import {
  AgentResponse,
  UserMessage,
  type SessionActivityReply,
  type SessionActivityRequest,
  type TimedLoreEffect,
} from '@crumbtrail/contracts';
import type { Sql, Statement } from '../database/database';

interface ActivityRow {
  readonly user_messages: number;
  readonly agent_messages: number;
  readonly answers_since: readonly number[];
  readonly previous_message_at: Date | null;
}

/** Positions and agents come as two arrays of equal length; an empty agent stands for all of them. */
const ACTIVITY: Statement = {
  name: 'session-activity',
  text: `with said as (
      select c.schema_name, c.author_id, c.created_position, c.occurred_at
      from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
      where c.workspace = $1 and c.session = $2 and c.created_position <= $3 and c.erased_at is null
        and (c.schema_name = $4 or (c.schema_name = $5 and v.context ->> 'action' = 'speak')))
    select
      (select count(*)::int from said where schema_name = $4) as user_messages,
      (select count(*)::int from said where schema_name = $5) as agent_messages,
      array(select (select count(*)::int from said
          where schema_name = $5 and created_position > since.position and (since.agent = '' or author_id = since.agent))
        from unnest($6::bigint[], $7::text[]) with ordinality as since(position, agent, nth) order by nth) as answers_since,
      (select occurred_at from said order by occurred_at desc, created_position desc limit 1 offset 1) as previous_message_at`,
};

/** How many answered turns are looked at: agents that share a session may leave effects of different books. */
const ANSWERS_LOOKED_AT = 8;

const LORE_EFFECTS: Statement = {
  name: 'session-lore-effects',
  text: `select v.context -> 'scene' -> 'lore' -> 'timed' as timed
    from (select r.context ->> 'context_id' as context_id, c.occurred_at, c.created_position
        from crumb c join crumb_version r on r.workspace = c.workspace and r.id = c.id and r.version = c.version
        where c.workspace = $1 and c.session = $2 and c.created_position <= $3 and c.erased_at is null
          and c.schema_name = $4 and r.context ->> 'action' in ('speak', 'wait') and r.context ? 'context_id'
        order by c.occurred_at desc, c.created_position desc limit ${ANSWERS_LOOKED_AT}) a
    join crumb x on x.workspace = $1 and x.id = a.context_id::uuid
    join crumb_version v on v.workspace = x.workspace and v.id = x.id and v.version = x.version
    where v.context -> 'scene' -> 'lore' ? 'timed'
    order by a.occurred_at desc, a.created_position desc`,
};

async function readLoreEffects(
  sql: Sql,
  workspace: string,
  { session, as_of }: SessionActivityRequest,
): Promise<TimedLoreEffect[][]> {
  const rows = await sql.query<{ readonly timed: TimedLoreEffect[] }>(LORE_EFFECTS, [
    workspace,
    session,
    as_of,
    AgentResponse.name,
  ]);
  return rows.map(({ timed }) => timed);
}

/** How much has been said in a session as of a position, and the timed effects of lore if they are requested. */
export async function readSessionActivity(
  sql: Sql,
  workspace: string,
  request: SessionActivityRequest,
): Promise<SessionActivityReply> {
  const { session, as_of, since } = request;
  const positions = since.map(({ position }) => position);
  const agents = since.map(({ agent = '' }) => agent);
  const params = [workspace, session, as_of, UserMessage.name, AgentResponse.name, positions, agents];
  const [row] = await sql.query<ActivityRow>(ACTIVITY, params);
  const { user_messages = 0, agent_messages = 0, answers_since = [], previous_message_at = null } = row ?? {};
  const previous = previous_message_at?.toISOString();
  const lore_effects = request.lore === true ? await readLoreEffects(sql, workspace, request) : undefined;
  return {
    user_messages,
    agent_messages,
    answers_since,
    ...(lore_effects && { lore_effects }),
    ...(previous && { previous_message_at: previous }),
  };
}
