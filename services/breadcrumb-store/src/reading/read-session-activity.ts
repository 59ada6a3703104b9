import {
  AgentResponse,
  UserMessage,
  type SessionActivityReply,
  type SessionActivityRequest,
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

/** How much has been said in a session as of a position. */
export async function readSessionActivity(
  sql: Sql,
  workspace: string,
  { session, as_of, since }: SessionActivityRequest,
): Promise<SessionActivityReply> {
  const positions = since.map(({ position }) => position);
  const agents = since.map(({ agent = '' }) => agent);
  const params = [workspace, session, as_of, UserMessage.name, AgentResponse.name, positions, agents];
  const [row] = await sql.query<ActivityRow>(ACTIVITY, params);
  const { user_messages = 0, agent_messages = 0, answers_since = [], previous_message_at = null } = row ?? {};
  const previous = previous_message_at?.toISOString();
  return { user_messages, agent_messages, answers_since, ...(previous && { previous_message_at: previous }) };
}
