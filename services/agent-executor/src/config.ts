import { PATIENCE, type ModelProfile } from '@crumbtrail/agent-kit';
import { readEnv, stationEnv, stationSettings, type StationSettings } from '@crumbtrail/platform';
import { z } from 'zod';

/** The name that NATS and the store know this station by. */
export const STATION = 'agent-executor';

/** Under these tokens the module provides the settings and the model. */
export const EXECUTOR_CONFIG = Symbol('agent-executor.config');
export const MODEL = Symbol('agent-executor.model');

const positive = z.coerce.number().int().min(1);
const dollars = z.coerce.number().min(0);

const shape = stationEnv.extend({
  MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'it takes the http or https root of an OpenAI-compatible API' })
    .optional(),
  MODEL_NAME: z.string().optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_INPUT_PRICE: dollars.optional(),
  MODEL_OUTPUT_PRICE: dollars.optional(),
  MODEL_MAX_ATTEMPTS: positive.default(PATIENCE.max_attempts),
  MODEL_TIMEOUT_MS: positive.default(PATIENCE.attempt_timeout_ms),
  MODEL_SILENCE_MS: positive.default(PATIENCE.silence_timeout_ms),
  EXECUTOR_SLOTS: positive.max(256).default(4),
  OPENAI_API_KEY: z.string().optional(),
  OPENROUTER_API_KEY: z.string().optional(),
});

const complete = shape.refine((env) => !env.MODEL_BASE_URL || env.MODEL_NAME, {
  path: ['MODEL_NAME'],
  error: 'MODEL_BASE_URL is set, so it must name the model to ask for',
});

type Environment = z.infer<typeof shape>;

/** The station's settings. */
export interface ExecutorConfig extends StationSettings {
  readonly ackWaitMs: number;
  readonly claimTtlMs: number;
  /** Turns that run at once in this process. */
  readonly slots: number;
  /** The configured model; absent: the built-in offline one. */
  readonly profile?: ModelProfile;
  /** Keys that are in the environment. Only that they are there: nothing here ever uses them. */
  readonly seen: { readonly openai_key: boolean; readonly openrouter_key: boolean };
}

function profileOf(env: Environment): ModelProfile | undefined {
  if (!env.MODEL_BASE_URL) return undefined;
  const priced = env.MODEL_INPUT_PRICE !== undefined && env.MODEL_OUTPUT_PRICE !== undefined;
  return {
    base_url: env.MODEL_BASE_URL,
    name: env.MODEL_NAME as string,
    key: env.MODEL_API_KEY,
    ...(priced && { prices: { input: env.MODEL_INPUT_PRICE as number, output: env.MODEL_OUTPUT_PRICE as number } }),
    max_attempts: env.MODEL_MAX_ATTEMPTS,
    attempt_timeout_ms: env.MODEL_TIMEOUT_MS,
    silence_timeout_ms: env.MODEL_SILENCE_MS,
    max_wait_ms: PATIENCE.max_wait_ms,
  };
}

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Readonly<Record<string, string | undefined>> = process.env): ExecutorConfig {
  const env = readEnv(complete, environment);
  return {
    ...stationSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    claimTtlMs: env.CLAIM_TTL_MS,
    slots: env.EXECUTOR_SLOTS,
    profile: profileOf(env),
    seen: { openai_key: Boolean(env.OPENAI_API_KEY), openrouter_key: Boolean(env.OPENROUTER_API_KEY) },
  };
}
