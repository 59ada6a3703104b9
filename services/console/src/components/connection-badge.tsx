import type { ReactNode } from 'react';
import type { FollowedStream } from '../api/use-stream';
import { Badge } from './badge';
import { ErrorNotice } from './error-notice';

/** Shows the state of an event stream: connecting, live, lost, or the error. */
export function ConnectionBadge({ stream }: { readonly stream: FollowedStream }): ReactNode {
  const { connection, error, retry } = stream;
  if (connection === 'refused') return <ErrorNotice error={error} onRetry={retry} />;
  return (
    <span role="status" className="connection" data-connection={connection}>
      {connection === 'live' && <Badge kind="good">live</Badge>}
      {connection === 'opening' && <Badge>connecting</Badge>}
      {connection === 'lost' && (
        <Badge kind="warn" title={error instanceof Error ? error.message : undefined}>
          Connection lost. Reconnecting…
        </Badge>
      )}
    </span>
  );
}
