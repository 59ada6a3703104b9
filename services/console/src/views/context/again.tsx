import type { Explanation } from '@crumbtrail/client';
import type { ReplanReply, ReplayReply } from '@crumbtrail/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useClient, useReportApiError } from '../../api/client';
import { Badge } from '../../components/badge';
import { Loading } from '../../components/loading';
import { ErrorNotice } from '../../components/error-notice';
import { DiffTable } from './diff-table';
import { describeReplay } from './replay-outcome';
import { collectItemTexts } from './item-texts';

function Replayed({ reply }: { readonly reply: ReplayReply }): ReactNode {
  const { good, sentence, reasons } = describeReplay(reply);
  return (
    <div role="status" data-testid="replay-outcome">
      <p>
        <Badge kind={good ? 'good' : 'warn'}>{good ? 'identical' : 'not identical'}</Badge> {sentence}
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason} className="anywhere">
              {reason}
            </li>
          ))}
        </ul>
      )}
      <p className="soft anywhere">
        recorded {reply.recorded_hash}, now {reply.hash ?? 'unavailable'}
      </p>
    </div>
  );
}

function Replay({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => client.contexts.replay(id),
    onError: useReportApiError(),
  });
  return (
    <section aria-label="Replay">
      <h2>Replay</h2>
      <p className="soft">
        Re-render the recorded items and check the result is byte-identical. No search, no model call.
      </p>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        Replay
      </button>
      {isPending && <Loading what="Re-rendering" />}
      {error !== null && <ErrorNotice error={error} />}
      {data && <Replayed reply={data} />}
    </section>
  );
}

function Replanned({
  reply,
  explanation,
}: {
  readonly reply: ReplanReply;
  readonly explanation: Explanation;
}): ReactNode {
  const says = useMemo(() => collectItemTexts(explanation), [explanation]);
  const { preview, diff } = reply;
  return (
    <div data-testid="replan-outcome">
      <DiffTable diff={diff} says={says} />
      <details>
        <summary>Rebuilt context: {preview.tokens.total} tokens</summary>
        <pre tabIndex={0}>{preview.formatted_context}</pre>
      </details>
    </div>
  );
}

function Replan({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const client = useClient();
  const [isNow, setNow] = useState(false);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const wish = isNow ? { as_of: (await client.status()).head } : {};
      return client.contexts.replan(explanation.id, wish);
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
      {isPending && <Loading what="Rebuilding" />}
      {error !== null && <ErrorNotice error={error} />}
      {data && <Replanned reply={data} explanation={explanation} />}
    </section>
  );
}

/** Whether it can be made again as it was, and what would be made of it today. */
export default function Again({ explanation }: { readonly explanation: Explanation }): ReactNode {
  return (
    <div className="again">
      <Replay id={explanation.id} />
      <Replan explanation={explanation} />
    </div>
  );
}
