import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import { memoryPlace } from '@crumbtrail/formatting';
import { useId, type ReactNode } from 'react';
import { ErrorNotice } from '../../components/error-notice';
import { FilterField } from '../../components/filter-field';
import { Loading } from '../../components/loading';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { FactMarks } from './fact-marks';
import { groupFacts, type FactGrouping, type ListedFact } from './group-facts';
import { useMemories, type MemoryFilter } from './use-memory';

const GROUPINGS: readonly (readonly [FactGrouping, string])[] = [
  ['agent', 'By agent'],
  ['person', 'By person'],
];

const TIERS = [
  ['', 'All'],
  ['short', 'Short-term'],
  ['long', 'Long-term'],
] as const;

/** A filter of the list as the address has it. */
function readFilter(query: URLSearchParams): MemoryFilter {
  const tier = query.get('tier');
  return {
    ...(query.get('agent') ? { agent: query.get('agent') as string } : {}),
    ...(query.get('about') ? { about: query.get('about') as string } : {}),
    ...(query.get('session') ? { session: query.get('session') as string } : {}),
    ...(tier === 'short' || tier === 'long' ? { tier } : {}),
  };
}

function Filters(): ReactNode {
  const { query, go } = useRoute();
  const tier = useId();
  const by = query.get('by') ?? 'agent';
  return (
    <div className="row">
      <FilterField label="Agent" value={query.get('agent') ?? ''} onChange={(agent) => go({ agent })} />
      <FilterField
        label="About"
        value={query.get('about') ?? ''}
        placeholder="user:ann"
        onChange={(about) => go({ about })}
      />
      <FilterField label="Session" value={query.get('session') ?? ''} onChange={(session) => go({ session })} />
      <span className="filter-field">
        <label htmlFor={tier}>Tier</label>
        <select id={tier} value={query.get('tier') ?? ''} onChange={(event) => go({ tier: event.target.value })}>
          {TIERS.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </span>
      <span className="row groupings" role="group" aria-label="Grouping">
        {GROUPINGS.map(([name, title]) => (
          <button key={name} type="button" aria-pressed={by === name} onClick={() => go({ by: name })}>
            {title}
          </button>
        ))}
      </span>
    </div>
  );
}

function FactLine({
  listed: { memory, fact },
  grouping,
}: {
  readonly listed: ListedFact;
  readonly grouping: FactGrouping;
}): ReactNode {
  const other = grouping === 'agent' ? fact.about : memory.agent;
  return (
    <li className={fact.superseded_by === undefined ? undefined : 'superseded'}>
      <a href={hrefTo('memory', [memory.id], { fact: fact.id })}>
        <bdi>{fact.text}</bdi>
      </a>{' '}
      <span className="soft">
        {other !== undefined && `${other}, `}
        {memoryPlace(memory)}
      </span>{' '}
      <FactMarks fact={fact} memory={memory} />
    </li>
  );
}

function Groups({
  memories,
  grouping,
}: {
  readonly memories: readonly MemoryEntry[];
  readonly grouping: FactGrouping;
}): ReactNode {
  const groups = groupFacts(memories, grouping);
  if (groups.length === 0)
    return (
      <>
        <p>No memories you can see</p>
        <p>
          To use memory, turn it on in <a href={hrefTo('agents')}>an agent’s settings</a>. Its first facts appear when
          messages leave the window, which holds 10 unless the form says otherwise: after the eleventh message of a
          session, answers included. The guide <code>docs/guides/memory.md</code> says what else it does.
        </p>
      </>
    );
  return groups.map(({ name, facts }) => (
    <section key={name} aria-label={name}>
      <h2>{name}</h2>
      <ul className="facts-known">
        {facts.map((listed) => (
          <FactLine key={`${listed.memory.id}/${listed.fact.id}`} listed={listed} grouping={grouping} />
        ))}
      </ul>
    </section>
  ));
}

/** What agents remember, by agent or by the person that it is about. */
export function MemoryList(): ReactNode {
  const { query } = useRoute();
  const grouping = query.get('by') === 'person' ? 'person' : 'agent';
  const memories = useMemories(readFilter(query));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = memories;
  return (
    <div className="view">
      <h1>Memory</h1>
      <Filters />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data ? (
        <Groups memories={data.pages.flatMap((page) => page.memories)} grouping={grouping} />
      ) : (
        !error && <Loading />
      )}
      {hasNextPage && (
        <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </div>
  );
}
