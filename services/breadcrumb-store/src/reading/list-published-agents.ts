import { AgentDef, asPayload } from '@crumbtrail/contracts';
import type { PublishedAgent } from '@crumbtrail/contracts/operations/published-agents';
import type { Sql } from '../database/database';

const SELECT = `
  select c.workspace, v.context from crumb c
  join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
  where c.workspace = any($1::text[]) and c.schema_name = $2 and c.erased_at is null and v.context ? 'publish'
    and ($3::text is null or v.context ->> 'agent' = $3)
  order by c.workspace, c.created_position`;

/** The agents of these workspaces whose definitions publish them, or only the one with this name. */
export async function listPublishedAgents(
  sql: Sql,
  workspaces: readonly string[],
  only?: string,
): Promise<PublishedAgent[]> {
  if (workspaces.length === 0) return [];
  const params = [workspaces, AgentDef.name, only ?? null];
  const rows = await sql.query<{ workspace: string; context: Record<string, unknown> }>(SELECT, params);
  return rows.map(({ workspace, context }) => {
    const { agent, name, publish, subscriptions, output_schema } = asPayload(AgentDef.name, context);
    const more = { ...(name !== undefined && { name }), ...(output_schema && { output_schema }) };
    return { workspace, definition: { agent, publish, subscriptions, ...more } };
  });
}
