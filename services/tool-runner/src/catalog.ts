import type { Crumb, ToolCatalogV1, ToolConfig, ToolDef } from '@crumbtrail/contracts';

/** The name of a workspace's catalog. */
export const CATALOG = 'default';
const MOST = 512;

type Entry = NonNullable<ToolCatalogV1['tools']>[number];

interface CatalogInput {
  readonly definitions: readonly Crumb<typeof ToolDef>[];
  readonly configs: readonly Crumb<typeof ToolConfig>[];
  /** True if a service runs the tool, as far as this process knows. */
  readonly isRun: (definition: Crumb<typeof ToolDef>['context']) => boolean;
}

const DEFAULTS = { effect: 'repeatable', persistence: 'turn', enabled: true } as const;

/** The fields that are set. */
const definedFields = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

const settings = ({ effect, persistence, enabled }: Partial<Crumb<typeof ToolConfig>['context']> = {}) =>
  definedFields({ effect, persistence, enabled });

/**
 * The catalog of a workspace: its tools by name, with their definitions overridden by the operator's configuration.
 */
export function catalogOf({ definitions, configs, isRun }: CatalogInput): ToolCatalogV1 {
  const byTool = new Map(configs.map(({ context }) => [context.tool, context]));
  const entryOf = ({ id, version, context }: Crumb<typeof ToolDef>): Entry => {
    const { effect, persistence, enabled } = {
      ...DEFAULTS,
      ...settings(context),
      ...settings(byTool.get(context.name)),
    };
    return {
      id,
      version,
      name: context.name,
      description: context.description,
      ...definedFields({ category: context.category, source: context.source, runner: context.runner }),
      effect,
      persistence,
      available: enabled && isRun(context),
    };
  };
  const tools = definitions.map(entryOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { name: CATALOG, tools: tools.slice(0, MOST) };
}
