import type { ReactNode } from 'react';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const format = new Intl.RelativeTimeFormat('en', { style: 'narrow', numeric: 'always' });

/** How long ago a time is: `5m ago`, `2d ago`; `now` within a minute. */
export function describeAge(at: string, now: Date): string {
  const seconds = (now.getTime() - new Date(at).getTime()) / 1_000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? format.format(-Math.floor(seconds / unit[1]), unit[0]) : 'now';
}

/** How long ago a time is; the time itself as tooltip. */
export function RelativeTime({ at, now = new Date() }: { readonly at: string; readonly now?: Date }): ReactNode {
  return (
    <time dateTime={at} title={at} className="soft">
      {describeAge(at, now)}
    </time>
  );
}
