import { WIRE } from '@crumbtrail/contracts/wire-names';
import { type FormEvent, type ReactNode, useCallback, useState } from 'react';
import { useRoute } from '../../routing/use-route';
import { FilterField } from '../../components/filter-field';

export const filterNames = ['schema', 'session', 'tag', 'agent', 'author', 'text'] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters in the address. */
export function useFilters(): Readonly<Record<FilterName, string>> {
  const { query } = useRoute();
  const all = filterNames.map((name) => [name, query.get(name) ?? '']);
  return Object.fromEntries(all) as Record<FilterName, string>;
}

function Filter({ name, value }: { readonly name: FilterName; readonly value: string }): ReactNode {
  const { go } = useRoute();
  const change = useCallback((next: string) => go({ [name]: next }), [go, name]);
  const options = name === 'schema' ? { options: Object.values(WIRE) } : {};
  return <FilterField label={name} value={value} onChange={change} {...options} />;
}

function Jump(): ReactNode {
  const { go, query } = useRoute();
  const [position, setPosition] = useState(query.get('from') ?? '');
  const jump = (event: FormEvent): void => {
    event.preventDefault();
    go({ from: position });
  };
  return (
    <form className="row jump" onSubmit={jump}>
      <input
        type="number"
        min={1}
        aria-label="Position to jump to"
        placeholder="position"
        value={position}
        onChange={(event) => setPosition(event.target.value)}
      />
      <button>Jump</button>
    </form>
  );
}

/** The filter fields, and a form to jump to a position. */
export function LogFilters(): ReactNode {
  const filters = useFilters();
  return (
    <div className="row log-filters">
      {filterNames.map((name) => (
        <Filter key={name} name={name} value={filters[name]} />
      ))}
      <Jump />
    </div>
  );
}
