import type { ReactNode } from 'react';
import { useRoute } from '../../routing/use-route';
import { AgentList } from './agent-list';
import { AgentPage } from './agent-page';
import './agents.css';
import { NewAgent } from './new-agent';

/** The agents view: the list, one agent, or a new one. */
export default function AgentsView(): ReactNode {
  const { path, query } = useRoute();
  const [agent] = path;
  if (agent !== undefined) return <AgentPage key={agent} agent={agent} />;
  return query.has('new') ? <NewAgent /> : <AgentList />;
}
