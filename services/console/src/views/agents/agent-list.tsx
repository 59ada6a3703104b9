import type { Agent } from '@crumbtrail/client';
import { toolModeOf } from '@crumbtrail/contracts/grants';
import { formatCost } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hrefTo } from '../../routing/route';
import { useClient, useIdentity } from '../../api/client';
import { QueryResult } from '../../components/query-result';
import { Badge } from '../../components/badge';
import { ErrorNotice } from '../../components/error-notice';
import { Time } from '../../components/time';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { type AgentStats, formatErrorRate, statsByAgent, STATS_TURNS } from './agent-stats';
import { ForeignAgents } from './foreign-agents';
import { useTurns } from './use-turns';

/** A list of a hundred tools would push the statistics out of the window. */
const SHOWN_TOOLS = 3;
const none = <span className="soft">–</span>;

/** The cells with the statistics of an agent. */
function Numbers({ numbers }: { readonly numbers: AgentStats | undefined }): ReactNode {
  if (!numbers)
    return (
      <>
        <td className="number">0</td>
        <td>{none}</td>
        <td className="number">{none}</td>
        <td className="number">{none}</td>
      </>
    );
  return (
    <>
      <td className="number">{numbers.turns}</td>
      <td>{numbers.last && <Time at={numbers.last} />}</td>
      <td className="number">{numbers.errors > 0 ? <Badge kind="bad">{formatErrorRate(numbers)}</Badge> : 0}</td>
      <td className="number">{formatCost(numbers)}</td>
    </>
  );
}

/** The first tools of an agent, how many more it has, and how its model calls them. */
function Tools({ agent, names }: { readonly agent: Agent; readonly names: readonly string[] }): ReactNode {
  const more = names.length - SHOWN_TOOLS;
  return (
    <span title={more > 0 ? names.join(', ') : undefined}>
      {names.slice(0, SHOWN_TOOLS).join(', ')}
      <span className="soft">
        {more > 0 && ` and ${more} more`} · {toolModeOf(agent)}
      </span>
    </span>
  );
}

function Row({ agent, numbers }: { readonly agent: Agent; readonly numbers: AgentStats | undefined }): ReactNode {
  const { tools = [], runner = 'pool', name = agent.agent } = agent;
  return (
    <tr>
      <th scope="row">
        <a href={hrefTo('agents', [agent.agent])}>{name}</a>
        {name.toLowerCase() !== agent.agent && <span className="soft"> {agent.agent}</span>}
      </th>
      <td>{runner}</td>
      <td className="anywhere">{tools.length === 0 ? none : <Tools agent={agent} names={tools} />}</td>
      <Numbers numbers={numbers} />
    </tr>
  );
}

const titles = ['Agent', 'Runner', 'Tools', 'Turns', 'Last turn', 'Errors', 'Cost'];
const numeric = new Set(['Turns', 'Errors', 'Cost']);

function Table({ agents }: { readonly agents: readonly Agent[] }): ReactNode {
  const turns = useTurns();
  const numbers = statsByAgent(turns.data ?? []);
  if (agents.length === 0) return <p>No agents yet.</p>;
  return (
    <>
      {turns.error && <ErrorNotice error={turns.error} />}
      <ScrollRegion label="Agents">
        <table>
          <TableHead titles={titles} numeric={numeric} />
          <tbody>
            {agents.map((agent) => (
              <Row key={agent.id} agent={agent} numbers={numbers.get(agent.agent)} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="soft">Based on the last {STATS_TURNS} turns visible to you.</p>
    </>
  );
}

/** All agents with the statistics of their latest turns. */
export function AgentList(): ReactNode {
  const client = useClient();
  const { role } = useIdentity();
  const agents = useQuery({ queryKey: ['agents'], queryFn: () => client.agents() });
  return (
    <div className="view">
      <div className="row">
        <h1>Agents</h1>
        {role === 'operator' && (
          <a className="button push" href={hrefTo('agents', [], { new: true })}>
            New agent
          </a>
        )}
      </div>
      <QueryResult query={agents}>
        {(data) => (
          <>
            <Table agents={data} />
            {role === 'operator' && <ForeignAgents agents={data} />}
          </>
        )}
      </QueryResult>
    </div>
  );
}
