import type { SubqueryKindView } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { useKindChange } from './use-subqueries';

/** Says that the form shows a draft, and publishes or discards it. */
export function TemplateDraftBar({ kind }: { readonly kind: SubqueryKindView }): ReactNode {
  const client = useClient();
  const publishing = useKindChange(() => client.subqueries.publishDraft(kind));
  const discarding = useKindChange(() => client.subqueries.discardDraft(kind));
  const isBusy = publishing.isPending || discarding.isPending;
  const error = publishing.error ?? discarding.error;
  return (
    <section className="conflict" aria-label="Draft">
      <p>The form shows a draft. No subquery uses it until it is published.</p>
      <details>
        <summary>The template that is sent today</summary>
        <pre tabIndex={0} aria-label="The template that is sent today">
          {`${kind.template.text}\n\n${kind.template.reminder ?? ''}`}
        </pre>
      </details>
      <div className="row">
        <button type="button" className="primary" disabled={isBusy} onClick={() => publishing.mutate()}>
          Publish
        </button>
        <button type="button" disabled={isBusy} onClick={() => discarding.mutate()}>
          Discard draft
        </button>
      </div>
      {error && <ErrorNotice error={error} />}
    </section>
  );
}
