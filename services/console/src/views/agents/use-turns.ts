import type { Envelope } from '@crumbtrail/contracts';
import type { ListedTurns } from '@crumbtrail/contracts/http/turns';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useClient } from '../../api/client';
import { STATS_TURNS } from './agent-stats';

type ListedTurn = ListedTurns['turns'][number];

/** The latest turns that have ended, of one agent with the crumbs that ended them. */
export interface EndedTurns {
  readonly turns: readonly ListedTurn[];
  /** What ended them, latest first. A turn that failed may have been ended by the store instead of its agent. */
  readonly responses: readonly Envelope[];
}

/** The latest turns of all agents that have ended, newest first. */
export function useTurns(): UseQueryResult<readonly ListedTurn[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['ended-turns'],
    queryFn: async () => (await client.turns.list({ state: 'closed', limit: STATS_TURNS })).turns,
  });
}

/** The latest turns of one agent that have ended, newest first, and their responses. */
export function useTurnsOf(agent: string, limit: number): UseQueryResult<EndedTurns> {
  const client = useClient();
  return useQuery({
    queryKey: ['ended-turns', agent, limit],
    queryFn: async () => {
      const [{ turns }, { breadcrumbs }] = await Promise.all([
        client.turns.list({ agent, state: 'closed', limit }),
        client.list({ schema: WIRE.agentResponse, author: agent, imported: false, limit }),
      ]);
      const byAgent = new Map(breadcrumbs.map((crumb) => [crumb.id, crumb]));
      const ids = turns.flatMap(({ response_id }) => response_id ?? []);
      return { turns, responses: await Promise.all(ids.map((id) => byAgent.get(id) ?? client.get(id))) };
    },
  });
}
