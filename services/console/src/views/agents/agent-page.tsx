import type { Agent } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { formatCost } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { QueryResult } from '../../components/query-result';
import { Loading } from '../../components/loading';
import { NotFound } from '../../components/not-found';
import { type AgentStats, formatErrorRate, statsByAgent } from './agent-stats';
import { CreatedNotice } from './created-notice';
import { LastTurns } from './last-turns';
import { AgentVersionList } from './agent-version-list';
import { useTurnsOf } from './use-turns';

const DefinitionTab = lazy(() => import('./definition-tab'));
const ContextConfig = lazy(() => import('./context-config'));
const TURNS_SHOWN = 50;

const tabs = [
  ['definition', 'Definition'],
  ['context', 'Context configuration'],
  ['turns', 'Last turns'],
  ['versions', 'Versions'],
] as const;

function Tabs({ agent, current }: { readonly agent: string; readonly current: string }): ReactNode {
  return (
    <nav className="tabs" aria-label={`About ${agent}`}>
      {tabs.map(([name, title]) => (
        <a
          key={name}
          href={hrefTo('agents', [agent], { tab: name === 'definition' ? undefined : name })}
          aria-current={name === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

function Numbers({ numbers }: { readonly numbers: AgentStats | undefined }): ReactNode {
  if (!numbers) return null;
  const pairs = [
    ['Last turns', numbers.turns],
    ['Errors', formatErrorRate(numbers)],
    ['Cost', formatCost(numbers)],
  ] as const;
  return (
    <dl className="numbers">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface OneAgent {
  readonly definition: Agent;
  readonly tab: string;
  readonly responses: readonly Envelope[];
}

function Tab({ definition: { id, agent }, tab, responses }: OneAgent): ReactNode {
  if (tab === 'context') return <ContextConfig agent={agent} responses={responses} />;
  if (tab === 'versions') return <AgentVersionList id={id} />;
  return tab === 'turns' ? <LastTurns responses={responses} /> : <DefinitionTab id={id} agent={agent} />;
}

function Body({ agent, tab, definition }: { agent: string; tab: string; definition: Agent | undefined }): ReactNode {
  const ended = useTurnsOf(agent, TURNS_SHOWN);
  if (!definition) return <NotFound>Agent “{agent}” not found.</NotFound>;
  return (
    <QueryResult query={ended} label="Loading turns">
      {({ turns, responses }) => (
        <>
          <Numbers numbers={statsByAgent(turns).get(agent)} />
          <Tabs agent={agent} current={tab} />
          <Suspense fallback={<Loading label="Loading the editor" />}>
            <Tab definition={definition} tab={tab} responses={responses} />
          </Suspense>
        </>
      )}
    </QueryResult>
  );
}

/** One agent: definition, context configuration and latest turns. */
export function AgentPage({ agent }: { readonly agent: string }): ReactNode {
  const client = useClient();
  const { query } = useRoute();
  const agents = useQuery({ queryKey: ['agents'], queryFn: () => client.agents(), staleTime: 0 });
  const definition = agents.data?.find((one) => one.agent === agent);
  return (
    <div className="view">
      <p>
        <a href={hrefTo('agents')}>All agents</a>
      </p>
      <h1>{definition?.name ?? agent}</h1>
      {definition && query.has('created') && <CreatedNotice definition={definition} />}
      <QueryResult query={agents}>
        {() => <Body agent={agent} tab={query.get('tab') ?? 'definition'} definition={definition} />}
      </QueryResult>
    </div>
  );
}
