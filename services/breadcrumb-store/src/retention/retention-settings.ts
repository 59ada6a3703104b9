import { asPayload, WorkspaceRetention, type WorkspaceRetentionV1 } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';

/** What a workspace may keep for a number of days only: a member of `keep_days` of `workspace.retention.v1`. */
export type RetentionClass = keyof WorkspaceRetentionV1['keep_days'];

/** The setting of one workspace. */
export interface RetentionSetting {
  readonly workspace: string;
  readonly setting: WorkspaceRetentionV1;
}

const READ_SETTINGS = `select c.workspace, v.context from workspace w
  join crumb c on c.workspace = w.name and c.schema_name = $1 and c.erased_at is null
    and (c.expires_at is null or c.expires_at > now())
  join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
  where ($2::text is null or w.name = $2) and w.moved_to is null and not w.is_arriving`;

/** The settings of all workspaces that have one, or of one workspace. */
export async function readRetentionSettings(sql: Sql, workspace: string | null = null): Promise<RetentionSetting[]> {
  const rows = await sql.query<{ workspace: string; context: object }>(READ_SETTINGS, [
    WorkspaceRetention.name,
    workspace,
  ]);
  return rows.map((row) => ({ workspace: row.workspace, setting: asPayload(WorkspaceRetention.name, row.context) }));
}
