import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useClient } from '../../data/client';
import { TURNS_LOOKED_AT } from './agent-numbers';

/** The last ends of turns, of one agent or of all, newest first. */
export function useResponses(agent?: string, limit = TURNS_LOOKED_AT): UseQueryResult<readonly Envelope[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['responses', agent, limit],
    queryFn: async () => (await client.list({ schema: WIRE.agentResponse, author: agent, limit })).breadcrumbs,
  });
}
