import type { StackSettings } from '@crumbtrail/testing';

/** For specs that wait for no lease to run out: production time limits, so that a busy machine does not change what happens. */
export const LONG_LEASES: StackSettings = {
  env: { ASK_WITHIN_MS: '15000', ACK_WAIT_MS: '30000', CLAIM_TTL_MS: '30000' },
};
