import type { Crumb, ToolCatalogV1, ToolConfig, ToolDef } from '@crumbtrail/contracts';
import { toolExample, toolInputs, toolOutput, toolSummary } from '@crumbtrail/prompting';
import type { ToolSourceState } from '@crumbtrail/tool-runtime';

/** The name of a workspace's catalog. */
export const CATALOG = 'default';
const MOST = 512;
const MOST_SERVERS = 64;
/** Longest list of arguments, or result, of one tool, in characters. */
const LONGEST_FORM = 400;
/** How sources that are MCP servers begin. */
const MCP = 'mcp:';

type Entry = NonNullable<ToolCatalogV1['tools']>[number];

interface CatalogInput {
  readonly definitions: readonly Crumb<typeof ToolDef>[];
  readonly configs: readonly Crumb<typeof ToolConfig>[];
  /** True if a service runs the tool, as far as this process knows. */
  readonly isRun: (definition: Crumb<typeof ToolDef>['context']) => boolean;
  /** Where tools of this process come from. */
  readonly sources?: readonly ToolSourceState[];
}

const DEFAULTS = { effect: 'repeatable', persistence: 'turn', enabled: true } as const;

/** The fields that are set. */
const definedFields = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

const settings = ({ effect, persistence, enabled }: Partial<Crumb<typeof ToolConfig>['context']> = {}) =>
  definedFields({ effect, persistence, enabled });

const truncateForm = (text: string): string =>
  text.length <= LONGEST_FORM ? text : `${text.slice(0, LONGEST_FORM - 1).toWellFormed()}…`;

/** What agents read of a tool: its purpose in one sentence, its arguments and its result, with the values of an example. */
function shownFields(
  definition: Crumb<typeof ToolDef>['context'],
): Pick<Entry, 'description'> & Partial<Pick<Entry, 'input' | 'output'>> {
  const example = toolExample(definition);
  const input = toolInputs(definition, example);
  const output = toolOutput(definition, example)?.replace(/^\{([^{}]*[=,].*)\}$/s, '$1');
  return {
    description: toolSummary(definition),
    ...(input === '' ? {} : { input: truncateForm(input) }),
    ...(output === undefined ? {} : { output: truncateForm(output) }),
  };
}

type Server = NonNullable<ToolCatalogV1['servers']>[number];

/** The MCP servers among the sources, by name. */
function serversOf(sources: readonly ToolSourceState[]): Server[] {
  const servers = sources.filter(({ name }) => name.startsWith(MCP));
  const serverOf = ({ name, trouble }: ToolSourceState): Server => ({
    name: name.slice(MCP.length),
    available: trouble === undefined,
    ...(trouble === undefined ? {} : { trouble }),
  });
  return servers
    .map(serverOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SERVERS);
}

/**
 * The catalog of a workspace: its tools by name, with their definitions overridden by the operator's configuration.
 */
export function catalogOf({ definitions, configs, isRun, sources = [] }: CatalogInput): ToolCatalogV1 {
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
      ...shownFields(context),
      ...definedFields({ category: context.category, source: context.source, runner: context.runner }),
      effect,
      persistence,
      available: enabled && context.unavailable === undefined && isRun(context),
      ...definedFields({ unavailable: context.unavailable }),
    };
  };
  const tools = definitions.map(entryOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  const servers = serversOf(sources);
  return { name: CATALOG, tools: tools.slice(0, MOST), ...(servers.length === 0 ? {} : { servers }) };
}
