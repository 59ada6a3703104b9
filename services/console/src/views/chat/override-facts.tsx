import type { SessionOverrideItem } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { Time } from '../../components/time';

/** Who adjusted the session, until when, and why. */
export function OverrideFacts({ item: { by, until, reason } }: { readonly item: SessionOverrideItem }): ReactNode {
  return (
    <span className="soft">
      by operator {by} until {until === undefined ? 'it is reverted' : <Time at={until} />}
      {reason !== undefined && <bdi>: {reason}</bdi>}
    </span>
  );
}
