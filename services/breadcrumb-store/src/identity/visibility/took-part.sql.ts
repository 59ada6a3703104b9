import { AgentResponse, Session } from '@crumbtrail/contracts';
import type { StatementParameters } from '../../database/statement-parameters';

/** Where a session is named in a statement. */
interface SessionInSql {
  /** The parameter or column that holds the workspace. */
  readonly workspace: string;
  /** The parameter or column that holds the session's name. */
  readonly session: string;
}

/** Predicate: the agent is a member of the session, or has answered in it. */
export function tookPartSql(
  parameters: StatementParameters,
  { workspace, session }: SessionInSql,
  agent: string,
): string {
  const id = parameters.add(agent, 'text');
  return `(exists (
      select from crumb m join crumb_version r on r.workspace = m.workspace and r.id = m.id and r.version = m.version
      where m.workspace = ${workspace} and m.session = ${session} and m.schema_name = '${Session.name}' and m.erased_at is null
        and r.context -> 'members' @> jsonb_build_array(jsonb_build_object('kind', 'agent', 'id', ${id})))
    or exists (
      select from crumb a where a.workspace = ${workspace} and a.session = ${session}
        and a.schema_name = '${AgentResponse.name}' and a.author_kind = 'agent' and a.author_id = ${id}))`;
}

/** A query of the names of all sessions in which the agent is a member, or has answered. */
export function sessionsOfAgentSql(parameters: StatementParameters, workspace: string, agent: string): string {
  const inWorkspace = parameters.add(workspace, 'text');
  const id = parameters.add(agent, 'text');
  return `select a.session from crumb a
      where a.workspace = ${inWorkspace} and a.author_kind = 'agent' and a.author_id = ${id}
        and a.schema_name = '${AgentResponse.name}' and a.session is not null
    union
    select m.session from crumb m join crumb_version r on r.workspace = m.workspace and r.id = m.id and r.version = m.version
      where m.workspace = ${inWorkspace} and m.schema_name = '${Session.name}' and m.erased_at is null and m.session is not null
        and r.context -> 'members' @> jsonb_build_array(jsonb_build_object('kind', 'agent', 'id', ${id}))`;
}
