import { asPayload, SchemaDef, WorkspaceRetention, type WorkspaceRetentionV1 } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';

/** How long breadcrumbs of a schema live: a member of `lives` of `workspace.retention.v1`. */
export type Life = NonNullable<WorkspaceRetentionV1['lives']>[number];

/** The life of one schema in a workspace. */
export interface LifeRule {
  readonly workspace: string;
  readonly life: Life;
  /** Whether the setting of the workspace gives it, or the definition of its schema. */
  readonly from: 'setting' | 'schema';
}

const READ_RULES = `select c.workspace, c.schema_name, v.context from workspace w
  join crumb c on c.workspace = w.name and c.schema_name in ('${SchemaDef.name}', '${WorkspaceRetention.name}')
    and c.erased_at is null and (c.expires_at is null or c.expires_at > now())
  join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
  where ($1::text is null or w.name = $1) and w.moved_to is null and not w.is_arriving
    and (v.context -> 'retention' ->> 'class' = 'use' or v.context -> 'lives' is not null)
  order by c.workspace, c.schema_name, c.created_position`;

interface RuleRow {
  readonly workspace: string;
  readonly schema_name: string;
  readonly context: object;
}

/** The life that a definition gives the breadcrumbs of its schema. */
function lifeOfDefinition({ workspace, context }: RuleRow): LifeRule[] {
  const { defines, retention } = asPayload(SchemaDef.name, context);
  if (retention?.class !== 'use') return [];
  const { unused_seconds, seconds, when } = retention;
  return [{ workspace, from: 'schema', life: { schema: defines, unused_seconds, seconds, when } }];
}

const livesOfSetting = ({ workspace, context }: RuleRow, lives: readonly Life[] | undefined): LifeRule[] =>
  (lives ?? asPayload(WorkspaceRetention.name, context).lives ?? []).map((life) => ({
    workspace,
    from: 'setting',
    life,
  }));

/**
 * The lives of all workspaces, or of one: those of its setting, and of schemas that the setting does not name those of their definitions.
 * @param lives the lives of a setting that is tried, in place of the stored one
 */
export async function readLifeRules(
  sql: Sql,
  workspace: string | null = null,
  lives?: readonly Life[],
): Promise<LifeRule[]> {
  const rows = await sql.query<RuleRow>(READ_RULES, [workspace]);
  const stored = rows.filter(({ schema_name }) => schema_name === WorkspaceRetention.name);
  const tried = lives !== undefined && workspace !== null ? [{ workspace, schema_name: '', context: {} }] : stored;
  const set = tried.flatMap((row) => livesOfSetting(row, lives));
  const defined = rows.filter(({ schema_name }) => schema_name === SchemaDef.name).flatMap(lifeOfDefinition);
  const isSet = ({ workspace: of, life }: LifeRule): boolean =>
    set.some((one) => one.workspace === of && one.life.schema === life.schema);
  return [...set, ...defined.filter((one) => !isSet(one))];
}
