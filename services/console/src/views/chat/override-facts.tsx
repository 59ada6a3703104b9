import type { SessionOverrideItem } from '@crumbtrail/contracts';
import { describeOpenEnd } from '@crumbtrail/contracts/session-overrides';
import type { ReactNode } from 'react';
import { Time } from '../../components/time';

/** Who adjusted the session, until when, and why. */
export function OverrideFacts({ item }: { readonly item: SessionOverrideItem }): ReactNode {
  const { by, until, reason } = item;
  return (
    <span className="soft">
      by operator {by}{' '}
      {until === undefined ? (
        describeOpenEnd(item)
      ) : (
        <>
          until <Time at={until} />
        </>
      )}
      {reason !== undefined && <bdi>: {reason}</bdi>}
    </span>
  );
}
