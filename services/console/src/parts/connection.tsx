import type { ReactNode } from 'react';
import type { Followed } from '../data/use-stream';
import { Badge } from './badge';
import { Problem } from './problem';

/** Says whether what is shown is up to date. */
export function ConnectionBadge({ followed }: { readonly followed: Followed }): ReactNode {
  const { connection, error, again } = followed;
  if (connection === 'refused') return <Problem error={error} onRetry={again} />;
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
