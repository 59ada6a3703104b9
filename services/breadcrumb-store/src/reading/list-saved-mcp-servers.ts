import { asPayload, McpConnection } from '@crumbtrail/contracts';
import type { SavedMcpServer } from '@crumbtrail/contracts/operations/mcp-servers';
import type { Sql } from '../database/database';

const SELECT = `
  select c.workspace, c.version, v.context from crumb c
  join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
  where c.workspace = any($1::text[]) and c.schema_name = $2 and c.erased_at is null
  order by c.workspace, c.created_position`;

/** The MCP servers that operators have saved in these workspaces, removed ones too. */
export async function listSavedMcpServers(sql: Sql, workspaces: readonly string[]): Promise<SavedMcpServer[]> {
  if (workspaces.length === 0) return [];
  const params = [workspaces, McpConnection.name];
  const rows = await sql.query<{ workspace: string; version: number; context: Record<string, unknown> }>(
    SELECT,
    params,
  );
  return rows.map(({ workspace, version, context }) => ({
    workspace,
    version: Number(version),
    connection: asPayload(McpConnection.name, context),
  }));
}
