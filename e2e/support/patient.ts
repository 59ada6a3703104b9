import type { StackSettings } from '@crumbtrail/testing';

/** For specs that wait for no timeout: questions wait as long as they do in earnest, however busy the machine is. */
export const PATIENT: StackSettings = { env: { ASK_WITHIN_MS: '15000', ACK_WAIT_MS: '30000', CLAIM_TTL_MS: '30000' } };
