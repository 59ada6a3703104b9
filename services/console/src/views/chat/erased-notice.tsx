import type { ReactNode } from 'react';
import { AuthorLabel, AuthorOrYou } from '../../components/author';
import { ErasureOutcome } from '../../components/erase-button';
import { Time } from '../../components/time';
import type { ErasedEntry } from './live-session';

/** The service that removes what is older than the workspace keeps it. */
const RETENTION = 'retention';

function Removal({ entry: { erased_at, erased_by } }: { readonly entry: ErasedEntry }): ReactNode {
  if (erased_at === undefined || erased_by === undefined) return 'This message was erased.';
  if (erased_by.id === RETENTION && erased_by.kind === 'service')
    return (
      <>
        This message was removed by retention at <Time at={erased_at} />.
      </>
    );
  return (
    <>
      This message was erased by <AuthorLabel author={erased_by} /> at <Time at={erased_at} />.
    </>
  );
}

/** What is left of an erased message: who wrote it and when, who erased it and when. */
export function ErasedNotice({ entry }: { readonly entry: ErasedEntry }): ReactNode {
  return (
    <div className={`message ${entry.author.kind}`} data-crumb={entry.id}>
      <div className="row">
        <AuthorOrYou author={entry.author} />
        <Time at={entry.occurred_at} />
      </div>
      <p className="soft">
        <Removal entry={entry} />
      </p>
      <ErasureOutcome id={entry.id} />
    </div>
  );
}
