import type { Explanation } from '@crumbtrail/client';
import type { ReplanReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useClient, useReportApiError } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { DiffTable } from './diff-table';
import { collectItemTexts } from './item-texts';

function ReplanResult({
  reply,
  explanation,
}: {
  readonly reply: ReplanReply;
  readonly explanation: Explanation;
}): ReactNode {
  const texts = useMemo(() => collectItemTexts(explanation), [explanation]);
  const { preview, diff } = reply;
  return (
    <div data-testid="replan-outcome">
      <DiffTable diff={diff} texts={texts} names={{ a: 'the recorded context', b: 'the replan' }} />
      <details>
        <summary>Rebuilt context: {preview.tokens.total} tokens</summary>
        <pre tabIndex={0}>{preview.formatted_context}</pre>
      </details>
    </div>
  );
}

/** Rebuilds the context with the current code and configuration on request and shows the differences. */
export function Replan({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const client = useClient();
  const [isNow, setNow] = useState(false);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const request = isNow ? { as_of: (await client.status()).head } : {};
      return client.contexts.replan(explanation.id, request);
    },
    onError: useReportApiError(),
  });
  return (
    <section aria-label="Replan">
      <h2>Replan</h2>
      <p className="soft">
        Rebuild this context with the current code and config. Read-only: nothing is saved and no model is called.
      </p>
      <p className="row">
        <button type="button" disabled={isPending} onClick={() => mutate()}>
          Replan
        </button>
        <label>
          <input type="checkbox" checked={isNow} onChange={(event) => setNow(event.target.checked)} /> include events
          since then
        </label>
      </p>
      {isPending && <Loading label="Rebuilding" />}
      {error !== null && <ErrorNotice error={error} />}
      {data && <ReplanResult reply={data} explanation={explanation} />}
    </section>
  );
}
