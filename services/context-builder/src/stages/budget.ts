import type { AgentContextV1, AgentDefV1 } from '@crumbtrail/contracts';

/** The five numbers, and the cap that they give. */
export type Budget = AgentContextV1['budget'];

/** Tokens that prompt and reply share, where a definition does not say. */
export const DEFAULT_WINDOW = 32_768;
/** Tokens kept free for the reply, where a definition does not say. */
export const DEFAULT_RESERVE = 1024;
/** Room for a heading, a name and a few words; a cap below it can hold no message. */
export const SMALLEST_CAP = 32;

/**
 * How long a context may be: what the plan grants, and never more than the model's window leaves after system prompt,
 * tool schemas and reply. The cap may be too small to use, or negative: see `SMALLEST_CAP`.
 */
export function budgetFor(model: AgentDefV1['model'], systemPrompt: number, maxTokens: number): Budget {
  const context_window = model?.context_window ?? DEFAULT_WINDOW;
  const reply_reserve = model?.max_output_tokens ?? Math.min(DEFAULT_RESERVE, Math.floor(context_window / 4));
  const left = context_window - systemPrompt - reply_reserve;
  return {
    max_tokens: maxTokens,
    context_window,
    system_prompt: systemPrompt,
    tool_schemas: 0,
    reply_reserve,
    cap: Math.min(maxTokens, left),
  };
}
