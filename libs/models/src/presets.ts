import type { Capabilities } from '@crumbtrail/prompting';

/** `0` to `9` in cl100k_base and in o200k_base. */
const DIGITS = [15, 16, 17, 18, 19, 20, 21, 22, 23, 24] as const;

/**
 * What well-known providers can do. A preset promises only what holds for every model there; what a server still refuses by name
 * is left out of later requests.
 */
export const PRESETS = {
  openai: { guided: 'response_format', digit_tokens: DIGITS },
  openrouter: { guided: 'response_format' },
  vllm: { guided: 'structured_outputs', resume: 'continue_final_message', stop: 'told', running_usage: true },
  /** Before 0.12. */
  'vllm-guided': { guided: 'guided', resume: 'continue_final_message', stop: 'told', running_usage: true },
  ollama: { guided: 'response_format' },
  /** It goes on with an assistant's message only where the model does not think, hence `portable`. */
  'llama.cpp': { guided: 'response_format' },
  mistral: { guided: 'response_format', resume: 'prefix' },
  /** Nothing but chat. */
  plain: { tools: false, stop: false },
} as const satisfies Readonly<Record<string, Capabilities>>;

/** Names of the presets. */
export type PresetName = keyof typeof PRESETS;
