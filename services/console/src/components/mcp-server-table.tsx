import { asCrumbs } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/client';
import { Badge } from './badge';
import { ErrorNotice } from './error-notice';
import { ScrollRegion } from './scroll-region';

const REFRESH_MS = 5_000;
const MAX_CATALOGS = 100;

/** The MCP servers that the tool-runners are configured with: whether each is connected, and if not, why. Nothing where there are none. */
export function McpServerTable(): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['mcp-servers'],
    queryFn: async () => {
      const { breadcrumbs } = await client.list({ schema: WIRE.toolCatalog, limit: MAX_CATALOGS });
      return asCrumbs(WIRE.toolCatalog, breadcrumbs).flatMap(({ context }) => context.servers ?? []);
    },
    refetchInterval: REFRESH_MS,
  });
  if (error) return <ErrorNotice error={error} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="MCP servers">
      <h2>MCP servers</h2>
      <ScrollRegion label="MCP servers">
        <table>
          <thead>
            <tr>
              <th scope="col">Server</th>
              <th scope="col">State</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ name, available, trouble }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Badge kind={available ? 'good' : 'bad'}>{available ? 'connected' : 'unavailable'}</Badge>
                </td>
                <td className="anywhere">{trouble ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
