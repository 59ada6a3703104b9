import type { StackSettings } from '@crumbtrail/testing';

/**
 * For specs that wait for a lease to run out: two seconds instead of thirty. Their attempts are counted, and a second stack on
 * the machine could change the count, so no other spec runs beside them.
 */
export const SHORT_LEASES: StackSettings = {
  env: { ACK_WAIT_MS: '2000', CLAIM_TTL_MS: '2000', ASK_WITHIN_MS: '3000' },
};
