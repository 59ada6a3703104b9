import type { Agent, Crumbtrail } from '@crumbtrail/client';
import type { Envelope, ToolCatalogV1, ToolConfigV1, ToolDefV1 } from '@crumbtrail/contracts';
import { isGranted } from '@crumbtrail/contracts/grants';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** A tool, with all that is said of it in other places. */
export interface KnownTool {
  readonly crumb: Envelope<ToolDefV1>;
  readonly config: Envelope<ToolConfigV1> | undefined;
  /** Does somebody run it now? Absent: the catalogue does not have it yet. */
  readonly available: boolean | undefined;
  /** Agents whose definition grants it. */
  readonly granted: readonly string[];
}

/** What tools are made of. */
export interface Material {
  readonly definitions: readonly Envelope[];
  readonly configs: readonly Envelope[];
  readonly catalogs: readonly Envelope[];
  readonly agents: readonly Agent[];
}

const MOST = 500;
const SETTINGS = { effect: 'repeatable', persistence: 'turn', timeout_ms: 30_000, runner: 'tool-runner' } as const;

/** What the store has checked when it was left. */
const contextsOf = <Context>(crumbs: readonly Envelope[]): readonly Envelope<Context>[] =>
  crumbs as unknown as readonly Envelope<Context>[];

/** Puts together what the definitions, the operator's settings, the catalogue and the agents say; by name. */
export function toolsOf({ definitions, configs, catalogs, agents }: Material): KnownTool[] {
  const settings = new Map(contextsOf<ToolConfigV1>(configs).map((config) => [config.context.tool, config]));
  const entries = contextsOf<ToolCatalogV1>(catalogs).flatMap(({ context }) => context.tools);
  const available = new Map(entries.map((entry) => [entry.name, entry.available]));
  return contextsOf<ToolDefV1>(definitions)
    .map((crumb) => ({
      crumb,
      config: settings.get(crumb.context.name),
      available: available.get(crumb.context.name),
      granted: agents.filter((agent) => isGranted(agent, crumb.context.name)).map(({ agent }) => agent),
    }))
    .sort((a, b) => (a.crumb.context.name < b.crumb.context.name ? -1 : 1));
}

/** Is it there to be called, in a word? */
export function standingOf({ available, config }: KnownTool): 'off' | 'unknown' | 'available' | 'away' {
  if (config?.context.enabled === false) return 'off';
  if (available === undefined) return 'unknown';
  return available ? 'available' : 'away';
}

/** How it is run: as the operator says, else as its definition says, else as all are. */
export function settingsOf({ crumb, config }: KnownTool): Required<Pick<ToolDefV1, keyof typeof SETTINGS>> {
  const { effect, persistence, timeout_ms, runner } = { ...SETTINGS, ...crumb.context, ...config?.context };
  return { effect, persistence, timeout_ms, runner };
}

/** Reads them, by the doors that everybody has. */
export async function readTools(client: Crumbtrail): Promise<KnownTool[]> {
  const crumbs = async (schema: string): Promise<readonly Envelope[]> =>
    (await client.list({ schema, limit: MOST })).breadcrumbs;
  const [definitions, configs, catalogs, agents] = await Promise.all([
    crumbs(WIRE.toolDef),
    crumbs(WIRE.toolConfig),
    crumbs(WIRE.toolCatalog),
    client.agents(),
  ]);
  return toolsOf({ definitions, configs, catalogs, agents });
}
