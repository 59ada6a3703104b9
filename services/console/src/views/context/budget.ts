import type { Explanation } from '@crumbtrail/client';

/** A stretch of a bar, as a share in percent. */
export interface TokenShare {
  readonly name: string;
  readonly tokens: number;
  readonly percent: number;
}

const toShares = (parts: readonly (readonly [string, number])[], whole: number): TokenShare[] =>
  parts
    .filter(([, tokens]) => tokens > 0)
    .map(([name, tokens]) => ({ name, tokens, percent: whole > 0 ? (100 * tokens) / whole : 0 }));

type TokenBudget = Pick<Explanation, 'tokens' | 'budget'>;

/** The context's cap by sections; what is not spent is free. A context over its cap fills the bar. */
export function capShares({ tokens, budget }: TokenBudget): TokenShare[] {
  const whole = Math.max(budget.cap, tokens.total);
  return toShares([...Object.entries(tokens.by_section), ['free', whole - tokens.total]], whole);
}

/** The model's window: what stands beside the context, the context, the room for the reply, and what is left. */
export function windowShares({ tokens, budget }: TokenBudget): TokenShare[] {
  const { context_window, system_prompt, tool_schemas, reply_reserve } = budget;
  const used = system_prompt + tool_schemas + tokens.total + reply_reserve;
  const whole = Math.max(context_window, used);
  const parts = [
    ['system prompt', system_prompt],
    ['tool schemas', tool_schemas],
    ['context', tokens.total],
    ['reply reserve', reply_reserve],
    ['free', whole - used],
  ] as const;
  return toShares(parts, whole);
}

const percentDifference = (share: number): string =>
  `${Math.abs(100 * share).toFixed(1)} % ${share < 0 ? 'fewer' : 'more'}`;

/** What was billed beside what was counted, in words. */
export function describeBilling(billed: Explanation['billed']): string {
  if (!billed) return 'Billed tokens unknown (no reply yet, or the provider didn’t report usage).';
  const { counted, billed: tokens, drift } = billed;
  const estimate = `Estimated ${counted.toLocaleString('en')} prompt tokens; the provider billed`;
  if (drift === 0) return `${estimate} the same.`;
  return `${estimate} ${tokens.toLocaleString('en')} (${percentDifference(drift)}).`;
}

/** The smallest and the largest budget that a slider offers. */
export const MIN_BUDGET = 64;
const MAX_BUDGET = 1_000_000;

/** How far the slider goes: to twice the recorded budget, and to the whole window at least. */
export function largestBudget({ max_tokens, context_window }: Explanation['budget']): number {
  return Math.min(MAX_BUDGET, Math.max(2 * max_tokens, context_window, 2 * MIN_BUDGET));
}

/** Positions of the slider: budgets differ by factors, so small ones have as much room as large ones. */
export const SLIDER_STEPS = 200;

/** The budget at a position of the slider. */
export function budgetAt(step: number, largest: number): number {
  const exact = MIN_BUDGET * (largest / MIN_BUDGET) ** (step / SLIDER_STEPS);
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  const round = step === SLIDER_STEPS ? largest : Math.round(exact / digits) * digits;
  return Math.min(largest, Math.max(MIN_BUDGET, Math.round(round)));
}

/** The position of the slider that is nearest to a budget. */
export function stepAt(budget: number, largest: number): number {
  const share = Math.log(Math.max(MIN_BUDGET, budget) / MIN_BUDGET) / Math.log(largest / MIN_BUDGET);
  return Math.round(SLIDER_STEPS * Math.min(1, share));
}

/** A budget that may be asked for, from what was typed or stands in the address. */
export function parseBudget(text: string | null, fallback: number): number {
  const number = Number(text);
  if (text === null || text === '' || !Number.isFinite(number)) return fallback;
  return Math.min(MAX_BUDGET, Math.max(MIN_BUDGET, Math.round(number)));
}
