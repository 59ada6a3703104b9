import { AgentDef, refuse, singletonId, type Ref } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';

/** The version of an agent's definition that was current when a version of a crumb was written, so the one that its subscriptions were matched by. */
export async function findDefinitionAsOf(sql: Sql, workspace: string, agent: string, cause: Ref): Promise<Ref> {
  const id = singletonId(workspace, 'agent', agent);
  const [found] = await sql.query<Ref>(
    `select d.id, d.version from crumb_version d
     join crumb c on c.workspace = d.workspace and c.id = d.id and c.schema_name = $5
     join crumb_version v on v.workspace = d.workspace and v.id = $3 and v.version = $4 and v.position > d.position
     where d.workspace = $1 and d.id = $2 order by d.version desc limit 1`,
    [workspace, id, cause.id, cause.version, AgentDef.name],
  );
  if (found) return found;
  throw refuse(
    'not_found',
    `No agent ${agent} was defined when the crumb ${cause.id}, version ${cause.version}, was left.`,
  );
}
