import type { Agent, Crumbtrail } from '@crumbtrail/client';
import type { Envelope, ToolCatalogV1, ToolConfigV1, ToolDefV1 } from '@crumbtrail/contracts';
import { isGranted } from '@crumbtrail/contracts/grants';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** A tool, with all that is said of it in other places. */
export interface ToolEntry {
  readonly crumb: Envelope<ToolDefV1>;
  readonly config: Envelope<ToolConfigV1> | undefined;
  /** Does somebody run it now? Absent: the catalogue does not have it yet. */
  readonly available: boolean | undefined;
  /** Agents whose definition grants it. */
  readonly granted: readonly string[];
}

/** What tools are made of. */
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

/** What the store has checked when it was left. */
const withPayload = <Context>(crumbs: readonly Envelope[]): readonly Envelope<Context>[] =>
  crumbs as unknown as readonly Envelope<Context>[];

/** Puts together what the definitions, the operator's settings, the catalogue and the agents say; by name. */
export function joinTools({ definitions, configs, catalogs, agents }: ToolSources): ToolEntry[] {
  const settings = new Map(withPayload<ToolConfigV1>(configs).map((config) => [config.context.tool, config]));
  const entries = withPayload<ToolCatalogV1>(catalogs).flatMap(({ context }) => context.tools);
  const available = new Map(entries.map((entry) => [entry.name, entry.available]));
  return withPayload<ToolDefV1>(definitions)
    .map((crumb) => ({
      crumb,
      config: settings.get(crumb.context.name),
      available: available.get(crumb.context.name),
      granted: agents.filter((agent) => isGranted(agent, crumb.context.name)).map(({ agent }) => agent),
    }))
    .sort((a, b) => (a.crumb.context.name < b.crumb.context.name ? -1 : 1));
}

/** Is it there to be called, in a word? */
export function toolAvailability({ available, config }: ToolEntry): 'off' | 'unknown' | 'available' | 'away' {
  if (config?.context.enabled === false) return 'off';
  if (available === undefined) return 'unknown';
  return available ? 'available' : 'away';
}

/** How it is run: as the operator says, else as its definition says, else as all are. */
export function toolSettings({ crumb, config }: ToolEntry): Required<Pick<ToolDefV1, keyof typeof DEFAULT_SETTINGS>> {
  const { effect, persistence, timeout_ms, runner } = { ...DEFAULT_SETTINGS, ...crumb.context, ...config?.context };
  return { effect, persistence, timeout_ms, runner };
}

/** Reads them, by the doors that everybody has. */
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
