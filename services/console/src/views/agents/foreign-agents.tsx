import { type Agent, isApiError } from '@crumbtrail/client';
import {
  defineForeignAgent,
  explainUnpromptable,
  foreignAddress,
  isForeignAgent,
} from '@crumbtrail/contracts/foreign-agent';
import type { SeenAgentsReply } from '@crumbtrail/contracts/http/seen-agents';
import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';
import { Badge } from '../../components/badge';
import { ErrorNotice } from '../../components/error-notice';
import { QueryResult } from '../../components/query-result';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { Time } from '../../components/time';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';

type SeenAgent = SeenAgentsReply['agents'][number];

/** How often agents are asked who is there, in milliseconds. */
const LOOK_MS = 15_000;

/** The button that makes a definition of an agent, a link to the one that there is, or why there can be none. */
function Adding({ seen, agents }: { readonly seen: SeenAgent; readonly agents: readonly Agent[] }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const adding = useMutation({
    mutationFn: async (): Promise<string> => {
      const definition = defineForeignAgent(
        seen,
        agents.map(({ agent }) => agent),
      );
      await client.append({ schema_name: WIRE.agentDef, context: toJsonObject(definition) });
      return definition.agent;
    },
    onSuccess: async (agent) => {
      await cache.invalidateQueries({ queryKey: ['agents'] });
      navigate(hrefTo('agents', [agent], { created: true }));
    },
  });
  const known = agents.find((one) => isForeignAgent(one, seen));
  if (known) return <a href={hrefTo('agents', [known.agent])}>{known.agent}</a>;
  const why = explainUnpromptable(seen);
  if (why !== undefined) return <span className="soft">{why}</span>;
  return (
    <>
      <button type="button" disabled={adding.isPending} onClick={() => adding.mutate()}>
        Add <bdi>{seen.name}</bdi>
      </button>
      {adding.error && <ErrorNotice error={adding.error} />}
    </>
  );
}

function Row({ seen, agents }: { readonly seen: SeenAgent; readonly agents: readonly Agent[] }): ReactNode {
  const { agent, owner, name, session, is_online, last_heartbeat_at } = seen;
  return (
    <tr>
      <th scope="row" className="anywhere">
        <bdi>{name}</bdi>
      </th>
      <td className="anywhere">{agent}</td>
      <td className="anywhere">{owner}</td>
      <td className="anywhere">{session ?? <span className="soft">–</span>}</td>
      <td>
        <Badge kind={is_online ? 'good' : 'plain'}>{is_online ? 'online' : 'offline'}</Badge>
      </td>
      <td>{last_heartbeat_at ? <Time at={last_heartbeat_at} /> : <span className="soft">–</span>}</td>
      <td>
        <Adding seen={seen} agents={agents} />
      </td>
    </tr>
  );
}

const titles = ['Name', 'Program', 'Owner', 'Session', 'State', 'Last heartbeat', 'In this workspace'];
const numeric = new Set<string>();

/** The agents of other programs on the NATS server of the installation, with a button for each that makes its definition. Nothing where there is no such server. */
export function ForeignAgents({ agents }: { readonly agents: readonly Agent[] }): ReactNode {
  const client = useClient();
  const seen = useQuery({
    queryKey: ['seen-agents'],
    queryFn: async () => {
      try {
        return await client.discoverAgents();
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data === null ? false : LOOK_MS),
  });
  if (seen.data === null) return null;
  return (
    <section aria-labelledby="foreign-agents">
      <h2 id="foreign-agents">Agents of other programs</h2>
      <p className="soft">Who is on NATS, as they say themselves: it is not verified.</p>
      <QueryResult query={seen} label="Asking who is there">
        {(data) => <SeenTable seen={data?.agents ?? []} agents={agents} />}
      </QueryResult>
    </section>
  );
}

function SeenTable({
  seen,
  agents,
}: {
  readonly seen: readonly SeenAgent[];
  readonly agents: readonly Agent[];
}): ReactNode {
  const others = seen.filter(({ agent }) => agent !== 'crumbtrail');
  if (others.length === 0) return <p>Nobody is online.</p>;
  return (
    <ScrollRegion label="Agents of other programs">
      <table>
        <TableHead titles={titles} numeric={numeric} />
        <tbody>
          {others.map((one) => (
            <Row key={`${foreignAddress(one)} ${one.instance_id}`} seen={one} agents={agents} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
