import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import type { MemoryHistory } from '@crumbtrail/contracts/http/memory';
import { memoryPlace } from '@crumbtrail/formatting';
import type { ReactNode } from 'react';
import { AudienceBadge } from '../../components/author';
import { Badge } from '../../components/badge';
import { QueryResult } from '../../components/query-result';
import { Time } from '../../components/time';
import { hrefTo } from '../../routing/route';
import { FactCard } from './fact-card';
import { useMemoryHistory } from './use-memory';

function Heading({ memory }: { readonly memory: MemoryEntry }): ReactNode {
  const { agent, tier, audience, method, version, updated_at, shadow, session } = memory;
  return (
    <>
      <h1>
        {agent}: {memoryPlace(memory)}
      </h1>
      <p className="row">
        <Badge>{tier === 'short' ? 'short-term' : 'long-term'}</Badge>
        {method && (
          <Badge title={method === 'written' ? 'By the model that manages the memory.' : 'Without a model.'}>
            {method}
          </Badge>
        )}
        <AudienceBadge audience={audience} />
        <span className="soft">version {version}</span> <Time at={updated_at} />
        {session !== undefined && <a href={hrefTo('chat', [session])}>Open the session</a>}
      </p>
      {shadow !== undefined && <p className="soft">{shadow}</p>}
    </>
  );
}

function Facts({ history }: { readonly history: MemoryHistory }): ReactNode {
  return (
    <>
      <Heading memory={history.memory} />
      {history.facts.length === 0 && <p>It holds nothing.</p>}
      <ul className="fact-cards" aria-label="Facts">
        {history.facts.map((fact) => (
          <FactCard key={fact.fact.id} history={fact} memory={history.memory} sources={history.sources} />
        ))}
      </ul>
    </>
  );
}

/** One memory: each fact with what became of it, what it rests on, and which answers used it. */
export function MemoryPage({ id }: { readonly id: string }): ReactNode {
  const memory = useMemoryHistory(id);
  return (
    <div className="view">
      <p>
        <a href={hrefTo('memory')}>All memories</a>
      </p>
      <QueryResult query={memory}>{(history) => <Facts history={history} />}</QueryResult>
    </div>
  );
}
