import type { Envelope, Erased } from '@crumbtrail/contracts';

/** The store's answer for one reference; null or undefined when no such crumb is visible. */
export type CrumbLookup = Envelope | Erased | null | undefined;

/** The crumb, if it exists and is not erased. */
export const existingCrumb = (lookup: CrumbLookup): Envelope | null =>
  lookup && !('erased' in lookup) ? lookup : null;
