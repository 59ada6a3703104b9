import { readEnv, serviceEnv, serviceSettings, type ServiceSettings, type Environment } from '@crumbtrail/platform';
import { z } from 'zod';

/** The name that NATS and the store know this service by. */
export const SERVICE = 'conductor';

const shape = serviceEnv.extend({
  CONDUCTOR_SLOTS: z.coerce.number().int().min(1).max(64).default(1),
});

/** The service's settings. */
export interface ConductorConfig extends ServiceSettings {
  readonly ackWaitMs: number;
  /** Crumbs that are decided on at once in this process; with more than one, messages that come together may change places. */
  readonly slots: number;
}

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Environment): ConductorConfig {
  const env = readEnv(shape, environment);
  return {
    ...serviceSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    slots: env.CONDUCTOR_SLOTS,
  };
}
