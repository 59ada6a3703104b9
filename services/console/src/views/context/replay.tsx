import type { ReplayReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient, useReportApiError } from '../../api/client';
import { Badge } from '../../components/badge';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { describeReplay } from './replay-outcome';

function ReplayResult({ reply }: { readonly reply: ReplayReply }): ReactNode {
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

/** Replays the recorded context on request and shows whether the result is byte-identical. */
export function Replay({ id }: { readonly id: string }): ReactNode {
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
      {isPending && <Loading label="Re-rendering" />}
      {error !== null && <ErrorNotice error={error} />}
      {data && <ReplayResult reply={data} />}
    </section>
  );
}
