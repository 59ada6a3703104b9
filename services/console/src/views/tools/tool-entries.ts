import { asCrumbs } from '@crumbtrail/contracts/payload';
import type { Agent, Crumbtrail } from '@crumbtrail/client';
import type { Envelope, ToolConfigV1, ToolDefV1 } from '@crumbtrail/contracts';
import { isGranted } from '@crumbtrail/contracts/grants';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** A tool: its definition, operator settings, availability, and the agents it is granted to. */
export interface ToolEntry {
  readonly crumb: Envelope<ToolDefV1>;
  readonly config: Envelope<ToolConfigV1> | undefined;
  /** Is a runner connected? Undefined while the tool is not in the catalog yet. */
  readonly available: boolean | undefined;
  /** Names of the agents whose definition grants it. */
  readonly granted: readonly string[];
}

/** The breadcrumbs and agents that tool entries are joined from. */
export interface ToolSources {
  readonly definitions: readonly Envelope[];
  readonly configs: readonly Envelope[];
  readonly catalogs: readonly Envelope[];
  readonly agents: readonly Agent[];
}

const MAX_CRUMBS = 500;
const DEFAULT_SETTINGS = {
  effect: 'repeatable',
  persistence: 'turn',
  timeout_ms: 30_000,
  runner: 'tool-runner',
} as const;

/** Joins definitions, operator settings, catalog and agents into entries, sorted by name. */
export function joinTools({ definitions, configs, catalogs, agents }: ToolSources): ToolEntry[] {
  const settings = new Map(asCrumbs(WIRE.toolConfig, configs).map((config) => [config.context.tool, config]));
  const entries = asCrumbs(WIRE.toolCatalog, catalogs).flatMap(({ context }) => context.tools);
  const available = new Map(entries.map((entry) => [entry.name, entry.available]));
  return asCrumbs(WIRE.toolDef, definitions)
    .map((crumb) => ({
      crumb,
      config: settings.get(crumb.context.name),
      available: available.get(crumb.context.name),
      granted: agents.filter((agent) => isGranted(agent, crumb.context.name)).map(({ agent }) => agent),
    }))
    .sort((a, b) => (a.crumb.context.name < b.crumb.context.name ? -1 : 1));
}

export type ToolAvailability = 'off' | 'unknown' | 'available' | 'away' | 'unset';

/** The availability of a tool: `off` is disabled by an operator, `away` has no runner, `unset` lacks a setting, `unknown` is not in the catalog yet. */
export function toolAvailability({ available, config, crumb }: ToolEntry): ToolAvailability {
  if (config?.context.enabled === false) return 'off';
  if (crumb.context.unavailable !== undefined) return 'unset';
  if (available === undefined) return 'unknown';
  return available ? 'available' : 'away';
}

/** The effective settings: those of the operator, else of the definition, else the defaults. */
export function toolSettings({ crumb, config }: ToolEntry): Required<Pick<ToolDefV1, keyof typeof DEFAULT_SETTINGS>> {
  const { effect, persistence, timeout_ms, runner } = { ...DEFAULT_SETTINGS, ...crumb.context, ...config?.context };
  return { effect, persistence, timeout_ms, runner };
}

/** Loads all tools through the public API. */
export async function loadTools(client: Crumbtrail): Promise<ToolEntry[]> {
  const crumbs = async (schema: string): Promise<readonly Envelope[]> =>
    (await client.list({ schema, limit: MAX_CRUMBS })).breadcrumbs;
  const [definitions, configs, catalogs, agents] = await Promise.all([
    crumbs(WIRE.toolDef),
    crumbs(WIRE.toolConfig),
    crumbs(WIRE.toolCatalog),
    client.agents(),
  ]);
  return joinTools({ definitions, configs, catalogs, agents });
}
