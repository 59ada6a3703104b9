import type { ReactNode } from 'react';
import type { StreamState } from '../api/use-stream';
import { Badge } from './badge';
import { ErrorNotice } from './error-notice';

/** Says whether what is shown is up to date. */
export function ConnectionBadge({ followed }: { readonly followed: StreamState }): ReactNode {
  const { connection, error, retry } = followed;
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
