import type { ReactNode } from 'react';

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
/** Without the year, which the tooltip has. */
const compactFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** A time in the local time zone, with the date unless it is today; the ISO time as tooltip. `compact`: for a narrow column. */
export function Time(props: { readonly at: string; readonly now?: Date; readonly compact?: boolean }): ReactNode {
  const { at, now = new Date(), compact = false } = props;
  const moment = new Date(at);
  const withDate = compact ? compactFormat : dateTimeFormat;
  return (
    <time dateTime={at} title={at} className="soft">
      {(isSameDay(moment, now) ? timeFormat : withDate).format(moment)}
    </time>
  );
}
