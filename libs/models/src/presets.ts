import type { ModelConnectionV1 } from '@crumbtrail/contracts';
import type { Capabilities } from '@crumbtrail/prompting';

/** `0` to `9` in cl100k_base and in o200k_base. */
const DIGITS = [15, 16, 17, 18, 19, 20, 21, 22, 23, 24] as const;

/**
 * The capabilities of well-known providers. A preset contains only what every model there supports; parameters that a
 * server still rejects by name are left out of later requests.
 */
export const PRESETS = {
  openai: { guided: 'response_format', digit_tokens: DIGITS },
  openrouter: { guided: 'response_format' },
  vllm: { guided: 'structured_outputs', resume: 'continue_final_message', stop: 'told', running_usage: true },
  /** Before 0.12. */
  'vllm-guided': { guided: 'guided', resume: 'continue_final_message', stop: 'told', running_usage: true },
  ollama: { guided: 'response_format' },
  /** It continues an assistant message only for models that do not think, hence `portable`. */
  'llama.cpp': { guided: 'response_format' },
  mistral: { guided: 'response_format', resume: 'prefix' },
  /** Plain chat only. */
  plain: { tools: false, stop: false },
} as const satisfies Readonly<Record<NonNullable<ModelConnectionV1['provider']>, Capabilities>>;

/** Names of the presets. */
export type ProviderPreset = keyof typeof PRESETS;
