import type { ReactNode } from 'react';

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** A time in the local time zone, with the date unless it is today; the ISO time as tooltip. */
export function Time({ at, now = new Date() }: { readonly at: string; readonly now?: Date }): ReactNode {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={at} className="soft">
      {(isSameDay(moment, now) ? timeFormat : dateTimeFormat).format(moment)}
    </time>
  );
}
