import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useClient } from '../../api/client';
import { STATS_TURNS } from './agent-stats';

/** The latest responses of one agent or of all agents, newest first; imported replies belong to no turn. */
export function useResponses(agent?: string, limit = STATS_TURNS): UseQueryResult<readonly Envelope[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['responses', agent, limit],
    queryFn: async () =>
      (await client.list({ schema: WIRE.agentResponse, author: agent, imported: false, limit })).breadcrumbs,
  });
}
