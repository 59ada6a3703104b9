import type { ToolCatalogV1 } from '@crumbtrail/contracts';
import { type Finding, ok, problem } from './finding';

/** An MCP server of the tool-runner, as the catalog has it. */
export type CatalogServer = NonNullable<ToolCatalogV1['servers']>[number];

/** The MCP servers of all catalogs. */
export const listServers = (catalogs: readonly ToolCatalogV1[]): CatalogServer[] =>
  catalogs.flatMap(({ servers = [] }) => servers);

/** One sentence about a server that is unavailable. */
export const describeAway = ({ name, trouble }: CatalogServer): string =>
  `the MCP server ${name} is unavailable${trouble === undefined ? '' : `: ${trouble}`}`;

/** Reports MCP servers that are away or misconfigured; nothing if none are configured. */
export function checkServers(servers: readonly CatalogServer[]): Finding[] {
  const away = servers.filter(({ available }) => !available);
  const remedy = 'Check its entry in the file that MCP_SERVERS names; .crumbtrail/logs/tool-runner.log says more.';
  if (away.length > 0) return away.map((server) => problem('mcp', describeAway(server), remedy));
  return servers.length === 0 ? [] : [ok('mcp', `${servers.map(({ name }) => name).join(', ')}: connected`)];
}
