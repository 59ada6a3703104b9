import { readEnv, serviceEnv, serviceSettings, type ServiceSettings } from '@crumbtrail/platform';
import { z } from 'zod';
import { DEFAULT_WINDOW } from './plan/budget';

/** The name that NATS and the store know this service by. */
export const SERVICE = 'context-builder';

/** Under this token the module provides the settings. */
export const BUILDER_CONFIG = Symbol('context-builder.config');

const shape = serviceEnv.extend({
  MODEL_CONTEXT_WINDOW: z.coerce.number().int().min(256).default(DEFAULT_WINDOW),
  BUILDER_SLOTS: z.coerce.number().int().min(1).max(64).default(4),
});

/** The service's settings. */
export interface BuilderConfig extends ServiceSettings {
  readonly ackWaitMs: number;
  /** Contexts that are built at once in this process. */
  readonly slots: number;
  /** Tokens that prompt and reply share, for agents whose definition does not say. */
  readonly contextWindow: number;
}

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Readonly<Record<string, string | undefined>> = process.env): BuilderConfig {
  const env = readEnv(shape, environment);
  return {
    ...serviceSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    slots: env.BUILDER_SLOTS,
    contextWindow: env.MODEL_CONTEXT_WINDOW,
  };
}
