import type { Envelope } from '@crumbtrail/contracts';

/** The payload of a breadcrumb whose schema the caller has checked; the store validated it when it was written. */
export const readContext = <Context>({ context }: Envelope): Context => context as Context;

/** The breadcrumb with the type of its payload, whose schema the caller has checked. */
export const withTypedContext = <Context>(crumb: Envelope): Envelope<Context> => ({
  ...crumb,
  context: readContext<Context>(crumb),
});
