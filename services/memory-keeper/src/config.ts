import { readEnv, serviceEnv, serviceSettings, type ServiceSettings, type Environment } from '@crumbtrail/platform';
import { z } from 'zod';

/** The name of this service on the bus and in the store. */
export const SERVICE = 'memory-keeper';

/** Injection token of the settings. */
export const KEEPER_CONFIG = Symbol('memory-keeper.config');

const shape = serviceEnv.extend({
  MEMORY_SLOTS: z.coerce.number().int().min(1).max(64).default(2),
});

/** The service's settings. */
export interface KeeperConfig extends ServiceSettings {
  /** How long an event may be handled without a sign of life before it is delivered again, in milliseconds. */
  readonly ackWaitMs: number;
  /** How long a keeper that dies holds a memory, in milliseconds. */
  readonly claimTtlMs: number;
  /** Replies and erasures that are handled at the same time in this process. */
  readonly slots: number;
}

/** Reads the settings from the environment; throws `InvalidEnvironment`, which names every invalid variable. */
export function toConfig(environment: Environment): KeeperConfig {
  const env = readEnv(shape, environment);
  return {
    ...serviceSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    claimTtlMs: env.CLAIM_TTL_MS,
    slots: env.MEMORY_SLOTS,
  };
}
