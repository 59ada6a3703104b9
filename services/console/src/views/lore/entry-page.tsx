import type { Envelope, LoreEntryV1 } from '@crumbtrail/contracts';
import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { lazy, type ReactNode, Suspense } from 'react';
import { Loading } from '../../components/loading';
import { QueryResult } from '../../components/query-result';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';
import { existingEntryFields, entryFields } from './entry-fields';
import { LiveTest } from './live-test';
import { useEntries } from './use-lore';

const PayloadEditor = lazy(() => import('../../components/editing/payload-editor'));

function EntryEditor({ book, crumb }: { readonly book: string; readonly crumb: Envelope<LoreEntryV1> | undefined }) {
  return (
    <Suspense fallback={<Loading label="Loading the editor" />}>
      <PayloadEditor
        schemaName={WIRE.loreEntry}
        value={toJsonObject(crumb?.context ?? { book, id: 'new-entry', content: '' })}
        crumb={crumb}
        fields={crumb ? existingEntryFields : entryFields}
        onSaved={({ id }) => {
          if (!crumb) navigate(hrefTo('lore', [book, String(id)]));
        }}
      />
    </Suspense>
  );
}

/** One entry of a book, or a new one: the editor, and the live test of its book. */
export function EntryPage({ book, entry }: { readonly book: string; readonly entry: string | undefined }): ReactNode {
  const entries = useEntries(book);
  return (
    <div className="view">
      <p>
        <a href={hrefTo('lore', [book])}>All entries of {book}</a>
      </p>
      <h1>{entry ?? 'New entry'}</h1>
      <QueryResult query={entries} label="Loading the entry">
        {(found) => {
          const crumb = found.find(({ context }) => context.id === entry);
          if (entry !== undefined && !crumb)
            return (
              <p role="alert">
                The book {book} has no entry “{entry}”.
              </p>
            );
          return <EntryEditor key={crumb?.id} book={book} crumb={crumb} />;
        }}
      </QueryResult>
      <LiveTest book={book} />
    </div>
  );
}
