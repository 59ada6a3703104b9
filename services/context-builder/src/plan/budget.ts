import type { AgentContextV1, AgentDefV1 } from '@crumbtrail/contracts';

/** The five numbers, and the cap that they give. */
export type Budget = AgentContextV1['budget'];

type BudgetNumbers = Pick<Budget, 'max_tokens' | 'context_window' | 'system_prompt' | 'tool_schemas' | 'reply_reserve'>;

/** Tokens that prompt and reply share, where a definition does not say. */
export const DEFAULT_WINDOW = 32_768;
/** Tokens kept free for the reply, where a definition does not say. */
export const DEFAULT_RESERVE = 1024;
/** Room for a heading, a name and a few words; a cap below it can hold no message. */
export const SMALLEST_CAP = 32;

/** What stands beside the context in a prompt, in tokens. */
export interface PromptOverhead {
  readonly system_prompt: number;
  readonly tool_schemas: number;
}

/** What the plan grants, and the share of it that is kept free because counts are estimates. */
export interface BudgetLimits {
  readonly max_tokens: number;
  readonly margin: number;
}

/** What a budget leaves for the context: its tokens or the window's rest, whichever is less, without the margin. */
export function computeCap(budget: BudgetNumbers, margin: number): number {
  const { max_tokens, context_window, system_prompt, tool_schemas, reply_reserve } = budget;
  return Math.floor(Math.min(max_tokens, context_window - system_prompt - tool_schemas - reply_reserve) * (1 - margin));
}

/**
 * How long a context may be: what the plan grants, and never more than the model's window leaves after system prompt,
 * tool schemas and reply. The cap may be too small to use, or negative: see `SMALLEST_CAP`.
 */
export function computeBudget(
  model: AgentDefV1['model'],
  beside: PromptOverhead,
  { max_tokens, margin }: BudgetLimits,
): Budget {
  const context_window = model?.context_window ?? DEFAULT_WINDOW;
  const reply_reserve = model?.max_output_tokens ?? Math.min(DEFAULT_RESERVE, Math.floor(context_window / 4));
  const numbers = { max_tokens, context_window, ...beside, reply_reserve };
  return { ...numbers, cap: computeCap(numbers, margin) };
}
