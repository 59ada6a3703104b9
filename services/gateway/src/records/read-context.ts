import type { Envelope } from '@crumbtrail/contracts';

/** The payload of a breadcrumb whose schema the caller has checked; the store validated it when it was written. */
export const readContext = <Context>({ context }: Envelope): Context => context as Context;
