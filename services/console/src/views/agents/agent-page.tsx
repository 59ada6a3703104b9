import type { Agent } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../app/route';
import { useRoute } from '../../app/use-route';
import { useClient } from '../../data/client';
import { Asked } from '../../parts/asked';
import { Busy } from '../../parts/busy';
import type { Json } from '../../parts/editing/pointer';
import { type AgentNumbers, costOf, errorRate, numbersByAgent } from './agent-numbers';
import { LastTurns } from './last-turns';
import { subscriptionNote } from './subscription-note';
import { existingAgentFields } from './template';
import { useResponses } from './use-responses';

const PayloadEditor = lazy(() => import('../../parts/editing/payload-editor'));
const ContextConfig = lazy(() => import('./context-config'));
const TURNS_SHOWN = 50;

const tabs = [
  ['definition', 'Definition'],
  ['context', 'Context configuration'],
  ['turns', 'Last turns'],
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

function Numbers({ numbers }: { readonly numbers: AgentNumbers | undefined }): ReactNode {
  if (!numbers) return null;
  const pairs = [
    ['Last turns', numbers.turns],
    ['Errors', errorRate(numbers)],
    ['Cost', costOf(numbers)],
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

function Definition({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const crumb = useQuery({ queryKey: ['crumb', id], queryFn: () => client.get(id) });
  return (
    <Asked query={crumb}>
      {(data) => (
        <>
          <p className="soft">
            Version {data.version}. <a href={hrefTo('trails', [data.trail_id], { crumb: id })}>View as breadcrumb</a>
          </p>
          <PayloadEditor
            schemaName={WIRE.agentDef}
            value={data.context as Json}
            crumb={data}
            fields={existingAgentFields}
            notes={subscriptionNote}
          />
        </>
      )}
    </Asked>
  );
}

interface OneAgent {
  readonly definition: Agent;
  readonly tab: string;
  readonly responses: readonly Envelope[];
}

function Tab({ definition: { id, agent }, tab, responses }: OneAgent): ReactNode {
  if (tab === 'context') return <ContextConfig agent={agent} responses={responses} />;
  return tab === 'turns' ? <LastTurns responses={responses} /> : <Definition id={id} />;
}

function Body({ agent, tab, definition }: { agent: string; tab: string; definition: Agent | undefined }): ReactNode {
  const responses = useResponses(agent, TURNS_SHOWN);
  if (!definition) return <p role="alert">Agent “{agent}” not found.</p>;
  return (
    <Asked query={responses} what="Loading turns">
      {(ends) => (
        <>
          <Numbers numbers={numbersByAgent(ends).get(agent)} />
          <Tabs agent={agent} current={tab} />
          <Suspense fallback={<Busy what="Loading the editor" />}>
            <Tab definition={definition} tab={tab} responses={ends} />
          </Suspense>
        </>
      )}
    </Asked>
  );
}

/** One agent: its definition, its contexts' configuration, its last turns. */
export function AgentPage({ agent }: { readonly agent: string }): ReactNode {
  const client = useClient();
  const { query } = useRoute();
  const agents = useQuery({ queryKey: ['agents'], queryFn: () => client.agents() });
  const definition = agents.data?.find((one) => one.agent === agent);
  return (
    <div className="view">
      <p>
        <a href={hrefTo('agents')}>All agents</a>
      </p>
      <h1>{definition?.name ?? agent}</h1>
      <Asked query={agents}>
        {() => <Body agent={agent} tab={query.get('tab') ?? 'definition'} definition={definition} />}
      </Asked>
    </div>
  );
}
