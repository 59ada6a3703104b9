import {
  agentsNatsEnv,
  agentsNatsSettings,
  type NatsSettings,
  readEnv,
  serviceEnv,
  serviceSettings,
  settingsKey,
  type ServiceSettings,
} from '@crumbtrail/platform';
import { z } from 'zod';
import { PRESETS, type ProviderPreset } from '@crumbtrail/models';
import type { RemoteKeys } from './options';
import { HOSTED_MODEL_LIMITS, type Capabilities, type ModelProfile } from '@crumbtrail/prompting';

const positive = z.coerce.number().int().min(1);
const dollars = z.coerce.number().min(0);

const capabilities = z.strictObject({
  tools: z.boolean().optional(),
  resume: z.enum(['portable', 'continue_final_message', 'prefix', 'prefill']).optional(),
  guided: z.enum(['structured_outputs', 'guided', 'response_format', 'none']).optional(),
  stop: z.union([z.boolean(), z.literal('told')]).optional(),
  digit_tokens: z.array(z.int().min(0)).length(10).optional(),
  running_usage: z.boolean().optional(),
  begins_thinking: z.boolean().optional(),
  cache_control: z.boolean().optional(),
});

/** Parses JSON; where it is none, the error shows this example. */
const parseJson =
  (example: string) =>
  (text: string, context: z.core.$RefinementCtx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: `expected a JSON object, such as ${example}` });
      return z.NEVER;
    }
  };

/** The environment variables of every process that runs turns. */
export const agentEnv = serviceEnv.extend({
  MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'expected the http or https root of an OpenAI-compatible API' })
    .optional(),
  MODEL_NAME: z.string().optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_INPUT_PRICE: dollars.optional(),
  MODEL_OUTPUT_PRICE: dollars.optional(),
  MODEL_CACHED_INPUT_PRICE: dollars.optional(),
  MODEL_MAX_ATTEMPTS: positive.default(HOSTED_MODEL_LIMITS.max_attempts),
  MODEL_TIMEOUT_MS: positive.default(HOSTED_MODEL_LIMITS.attempt_timeout_ms),
  MODEL_SILENCE_MS: positive.default(HOSTED_MODEL_LIMITS.silence_timeout_ms),
  MODEL_PROFILE: z.enum(Object.keys(PRESETS) as [ProviderPreset, ...ProviderPreset[]]).optional(),
  MODEL_CAPABILITIES: z.string().transform(parseJson('{"resume":"prefill"}')).pipe(capabilities).optional(),
  MODEL_PRIVATE_WORKSPACES: z
    .string()
    .default('default')
    .transform((text) => text.split(',').map((name) => name.trim())),
  A2A_KEYS: z
    .string()
    .transform(parseJson('{"default":{"https://agents.example.org/card.json":"…"}}'))
    .pipe(z.record(z.string(), z.record(z.url(), z.string())))
    .default({}),
  ...agentsNatsEnv.shape,
  SETTINGS_KEY: settingsKey.optional(),
  EXECUTOR_SLOTS: positive.max(256).default(4),
  OPENAI_API_KEY: z.string().optional(),
  OPENROUTER_API_KEY: z.string().optional(),
});

type AgentEnvironment = z.infer<typeof agentEnv>;

/** The settings of a process that runs turns. */
export interface AgentSettings extends ServiceSettings {
  readonly ackWaitMs: number;
  readonly claimTtlMs: number;
  /** Turns that start concurrently in this process, and as many that continue after a tool result. */
  readonly slots: number;
  /** The configured model; the built-in offline model when absent. */
  readonly profile?: ModelProfile;
  /** The workspaces whose operators may connect a model at an address that is not public; `*` for all. */
  readonly privateWorkspaces: readonly string[];
  /** The keys of agents elsewhere: by workspace, then by the address of the agent card. */
  readonly a2aKeys: RemoteKeys;
  /** The NATS server on which agents elsewhere are prompted. */
  readonly agentsNats?: NatsSettings;
  /** The key of the installation, which opens what operators have saved encrypted. */
  readonly settingsKey?: Buffer;
  /** Which providers' keys are in the environment. The keys themselves are never used. */
  readonly seen: { readonly openai_key: boolean; readonly openrouter_key: boolean };
}

function pricesOf(env: AgentEnvironment): Pick<ModelProfile, 'prices'> {
  const { MODEL_INPUT_PRICE: input, MODEL_OUTPUT_PRICE: output, MODEL_CACHED_INPUT_PRICE: cached_input } = env;
  if (input === undefined || output === undefined) return {};
  return { prices: { input, output, ...(cached_input !== undefined && { cached_input }) } };
}

function profileOf(env: AgentEnvironment): ModelProfile | undefined {
  if (!env.MODEL_BASE_URL) return undefined;
  const preset: Capabilities = env.MODEL_PROFILE ? PRESETS[env.MODEL_PROFILE] : {};
  return {
    base_url: env.MODEL_BASE_URL,
    name: env.MODEL_NAME as string,
    key: env.MODEL_API_KEY,
    ...pricesOf(env),
    can: { ...preset, ...env.MODEL_CAPABILITIES },
    max_attempts: env.MODEL_MAX_ATTEMPTS,
    attempt_timeout_ms: env.MODEL_TIMEOUT_MS,
    silence_timeout_ms: env.MODEL_SILENCE_MS,
    max_wait_ms: HOSTED_MODEL_LIMITS.max_wait_ms,
  };
}

const complete = agentEnv.refine((env) => !env.MODEL_BASE_URL || env.MODEL_NAME, {
  path: ['MODEL_NAME'],
  error: 'required when MODEL_BASE_URL is set: the name of the model',
});

/** Parses the environment; throws BadEnvironment with the name of every invalid variable. */
export function agentSettings(environment: Readonly<Record<string, string | undefined>>): AgentSettings {
  const env = readEnv(complete, environment);
  const shared = serviceSettings(env);
  const agentsNats = agentsNatsSettings(env, shared.nats);
  return {
    ...shared,
    ...(agentsNats && { agentsNats }),
    ackWaitMs: env.ACK_WAIT_MS,
    claimTtlMs: env.CLAIM_TTL_MS,
    slots: env.EXECUTOR_SLOTS,
    profile: profileOf(env),
    privateWorkspaces: env.MODEL_PRIVATE_WORKSPACES,
    a2aKeys: env.A2A_KEYS,
    ...(env.SETTINGS_KEY && { settingsKey: env.SETTINGS_KEY }),
    seen: { openai_key: Boolean(env.OPENAI_API_KEY), openrouter_key: Boolean(env.OPENROUTER_API_KEY) },
  };
}
