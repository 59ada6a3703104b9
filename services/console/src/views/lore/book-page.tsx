import type { LoreEntryV1 } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { Badge } from '../../components/badge';
import { QueryResult } from '../../components/query-result';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { hrefTo } from '../../routing/route';
import { LiveTest } from './live-test';
import { useEntries } from './use-lore';

const NUMERIC: ReadonlySet<string> = new Set();
/** Rows of the table; a book of more is searched with the live test. */
const MOST_ROWS = 500;

function EntryRow({ entry }: { readonly entry: LoreEntryV1 }): ReactNode {
  const { book, id, comment, keys = [], constant, enabled, position = 'before' } = entry;
  return (
    <tr>
      <th scope="row">
        <a href={hrefTo('lore', [book, id])}>{id}</a> {comment && <bdi className="soft">{comment}</bdi>}{' '}
        <span className="lore-position soft">{position.replace('_', ' ')}</span>
      </th>
      <td className="anywhere" dir="auto">
        {constant ? <span className="soft">constant</span> : keys.join(', ')}
      </td>
      <td>{position.replace('_', ' ')}</td>
      <td>{enabled === false && <Badge kind="warn">disabled</Badge>}</td>
    </tr>
  );
}

function EntryTable({ entries }: { readonly entries: readonly LoreEntryV1[] }): ReactNode {
  if (entries.length === 0) return <p className="soft">The book has no entries that you may read.</p>;
  return (
    <>
      <ScrollRegion label="Entries">
        <table className="lore-entries">
          <TableHead titles={['Entry', 'Keys', 'Position', 'State']} numeric={NUMERIC} />
          <tbody>
            {entries.slice(0, MOST_ROWS).map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {entries.length > MOST_ROWS && (
        <p className="soft">
          The first {MOST_ROWS} of {entries.length} entries.
        </p>
      )}
    </>
  );
}

/** One book: a live test, and its entries. */
export function BookPage({ book }: { readonly book: string }): ReactNode {
  const entries = useEntries(book);
  const { role } = useIdentity();
  return (
    <div className="view">
      <p>
        <a href={hrefTo('lore')}>All lorebooks</a>
      </p>
      <div className="row">
        <h1>{book}</h1>
        {role === 'operator' && (
          <a className="push" href={hrefTo('lore', [book], { new: true })}>
            New entry
          </a>
        )}
      </div>
      <LiveTest book={book} />
      <QueryResult query={entries} label="Loading the entries">
        {(found) => <EntryTable entries={found.map(({ context }) => context)} />}
      </QueryResult>
    </div>
  );
}
