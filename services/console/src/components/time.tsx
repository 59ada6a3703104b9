import type { ReactNode } from 'react';

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** A moment: the time of today, else with its date; the whole of it on hover. */
export function Time({ at, now = new Date() }: { readonly at: string; readonly now?: Date }): ReactNode {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={at} className="soft">
      {(isSameDay(moment, now) ? clock : whole).format(moment)}
    </time>
  );
}
