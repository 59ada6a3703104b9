import type { StackSettings } from '@crumbtrail/testing';

/**
 * For specs that wait for a lease to run out: three seconds instead of thirty. Their attempts are counted, so a lease must outlast
 * the pauses of a busy machine on which another stack starts.
 */
export const SHORT_LEASES: StackSettings = {
  // A lease must not run out because another service of the same process computes.
  apart: 'all',
  env: { ACK_WAIT_MS: '3000', CLAIM_TTL_MS: '3000', ASK_WITHIN_MS: '4000' },
};
