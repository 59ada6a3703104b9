import { readEnv, serviceEnv, serviceSettings, type ServiceSettings, type Environment } from '@crumbtrail/platform';
import { z } from 'zod';
import { RECALL_TIMEOUT_MS } from './gather/recall-limit';
import { DEFAULT_WINDOW } from './plan/budget';

/** The name of this service on the bus and in the store. */
export const SERVICE = 'context-builder';

/** Injection token of the settings. */
export const BUILDER_CONFIG = Symbol('context-builder.config');

const shape = serviceEnv.extend({
  MODEL_CONTEXT_WINDOW: z.coerce.number().int().min(256).default(DEFAULT_WINDOW),
  RECALL_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(RECALL_TIMEOUT_MS),
  MODEL_NAME: z.string().min(1).optional(),
  BUILDER_SLOTS: z.coerce.number().int().min(1).max(64).default(4),
});

/** The service's settings. */
export interface BuilderConfig extends ServiceSettings {
  readonly ackWaitMs: number;
  /** Most contexts built at the same time in this process. */
  readonly slots: number;
  /** Tokens shared by prompt and reply, for agents whose definition does not say. */
  readonly contextWindow: number;
  /** The model of agents whose definition names none, as the agent-executor is configured. Absent: not known. */
  readonly defaultModel?: string;
  /** The least time that finding memories and past sessions may take, in milliseconds, where the plan does not say. */
  readonly recallTimeoutMs: number;
}

/** Reads the settings from the environment; throws `InvalidEnvironment`, which names every invalid variable. */
export function toConfig(environment: Environment): BuilderConfig {
  const env = readEnv(shape, environment);
  return {
    ...serviceSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    slots: env.BUILDER_SLOTS,
    contextWindow: env.MODEL_CONTEXT_WINDOW,
    ...(env.MODEL_NAME === undefined ? {} : { defaultModel: env.MODEL_NAME }),
    recallTimeoutMs: env.RECALL_TIMEOUT_MS,
  };
}
