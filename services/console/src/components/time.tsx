import type { ReactNode } from 'react';
import { useTimeSetting } from '../hooks/use-time-setting';
import { formatMoment } from './format-moment';

/** A function that formats an ISO time as the reader has set it, for places that take text only. */
export function useTimeFormat(): (at: string) => string {
  const { setting } = useTimeSetting();
  return (at) => formatMoment(at, setting, new Date());
}

/** A time in UTC, local or relative, as the reader has set it; the tooltip has the ISO time. */
export function Time({ at, now = new Date() }: { readonly at: string; readonly now?: Date }): ReactNode {
  const { setting } = useTimeSetting();
  return (
    <time dateTime={at} title={at} className="soft">
      {formatMoment(at, setting, now)}
    </time>
  );
}
