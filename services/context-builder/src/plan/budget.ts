import type { AgentContextV1, AgentDefV1 } from '@crumbtrail/contracts';

/** The five numbers of a budget and the cap that follows from them, in tokens. */
export type Budget = AgentContextV1['budget'];

type BudgetNumbers = Pick<
  Budget,
  'max_tokens' | 'context_window' | 'system_prompt' | 'tool_schemas' | 'reply_reserve' | 'pictures'
>;

/** Tokens shared by prompt and reply where the definition does not say. */
export const DEFAULT_WINDOW = 32_768;
/** Tokens kept free for the reply where the definition does not say. */
export const DEFAULT_RESERVE = 1024;
/** Room for a heading, a name and a few words; a context with a smaller cap cannot hold a message. */
export const SMALLEST_CAP = 32;

/** Tokens of the prompt that are not context. */
export interface PromptOverhead {
  readonly system_prompt: number;
  readonly tool_schemas: number;
  /** Of the pictures that the model gets. Absent: none. */
  readonly pictures?: number;
}

/** The most tokens that the plan allows, and the share of the cap kept free because counts are estimates. */
export interface BudgetLimits {
  readonly max_tokens: number;
  readonly margin: number;
}

/** The cap of a context: the lesser of the plan's tokens and the rest of the window, reduced by the margin. May be negative. */
export function computeCap(budget: BudgetNumbers, margin: number): number {
  const { max_tokens, context_window, system_prompt, tool_schemas, reply_reserve, pictures = 0 } = budget;
  const rest = context_window - system_prompt - tool_schemas - reply_reserve - pictures;
  return Math.floor(Math.min(max_tokens, rest) * (1 - margin));
}

/**
 * The budget of a context: what the plan allows, and never more than the model's window leaves after system prompt, tool schemas,
 * pictures and reply. The cap may be too small to use, or negative: compare it with `SMALLEST_CAP`.
 */
export function computeBudget(
  model: AgentDefV1['model'],
  overhead: PromptOverhead,
  { max_tokens, margin }: BudgetLimits,
): Budget {
  const context_window = model?.context_window ?? DEFAULT_WINDOW;
  const reply_reserve = model?.max_output_tokens ?? Math.min(DEFAULT_RESERVE, Math.floor(context_window / 4));
  const numbers = { max_tokens, context_window, ...overhead, reply_reserve };
  return { ...numbers, cap: computeCap(numbers, margin) };
}
