import type { OpenDraft } from '@crumbtrail/client';
import type { AgentDefV1, Envelope } from '@crumbtrail/contracts';
import { listFieldChanges } from '@crumbtrail/contracts/definition-diff';
import { fieldChangeLines } from '@crumbtrail/formatting';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useClient } from '../../api/client';
import { Author } from '../../components/author';
import { ErrorNotice } from '../../components/error-notice';
import { Time } from '../../components/time';
import { hasUnsavedChanges } from '../../routing/unsaved-changes';

interface DraftBarProps {
  readonly draft: OpenDraft;
  readonly published: Envelope<AgentDefV1>;
}

function useDraftAction(action: () => Promise<unknown>): UseMutationResult<unknown, Error, void> {
  const cache = useQueryClient();
  const mutationFn = (): Promise<unknown> => {
    if (hasUnsavedChanges()) throw new Error('The form has unsaved changes. Save or discard them first.');
    return action();
  };
  return useMutation({ mutationFn, onSuccess: () => cache.invalidateQueries() });
}

function Difference({ draft, published }: DraftBarProps): ReactNode {
  const changes = useMemo(() => listFieldChanges(published.context, draft.definition), [draft, published]);
  return (
    <details>
      <summary>
        {changes.length === 1 ? '1 field differs' : `${changes.length} fields differ`} from the published version{' '}
        {published.version}
      </summary>
      <pre tabIndex={0} aria-label={`Version ${published.version} compared with the draft`}>
        {fieldChangeLines(changes).join('\n') || 'No difference.'}
      </pre>
    </details>
  );
}

/** Says whose draft the form shows and how it differs from what is published; publishes or discards it. */
export function DraftBar({ draft, published }: DraftBarProps): ReactNode {
  const client = useClient();
  const isStale = published.version !== draft.base.version;
  const publishing = useDraftAction(() => client.agentDrafts.publish(draft, { overwrite: isStale }));
  const discarding = useDraftAction(() => client.agentDrafts.discard(draft));
  const isBusy = publishing.isPending || discarding.isPending;
  const error = publishing.error ?? discarding.error;
  return (
    <section className="conflict" aria-label="Draft">
      <p>
        The form shows a draft{draft.by && ' by '}
        {draft.by && <Author author={draft.by} />} of <Time at={draft.at} />. No turn uses it until it is published.
      </p>
      {isStale && (
        <p>
          <strong>
            The published definition was changed from version {draft.base.version} to {published.version} since this
            draft was begun.
          </strong>{' '}
          Publishing replaces those changes; the difference below shows them.
        </p>
      )}
      <Difference draft={draft} published={published} />
      <div className="row">
        <button type="button" className="primary" disabled={isBusy} onClick={() => publishing.mutate()}>
          {isStale ? `Publish over version ${published.version}` : 'Publish'}
        </button>
        <button type="button" disabled={isBusy} onClick={() => discarding.mutate()}>
          Discard draft
        </button>
      </div>
      {error && <ErrorNotice error={error} />}
    </section>
  );
}
