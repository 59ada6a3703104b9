import type { Explanation } from '@crumbtrail/client';

/** A part of a token bar; `percent` is its share of the whole bar. */
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

/** The budget by section, with the unused rest as `free`. A context over its budget fills the bar. */
export function capShares({ tokens, budget }: TokenBudget): TokenShare[] {
  const whole = Math.max(budget.cap, tokens.total);
  return toShares([...Object.entries(tokens.by_section), ['free', whole - tokens.total]], whole);
}

/** The model window: system prompt, tool schemas, context, reply reserve, and the unused rest. */
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

/** Compares the estimated tokens with the billed ones, in words. */
export function describeBilling(billed: Explanation['billed']): string {
  if (!billed) return 'Billed tokens unknown (no reply yet, or the provider didn’t report usage).';
  const { counted, billed: tokens, drift } = billed;
  const estimate = `Estimated ${counted.toLocaleString('en')} prompt tokens; the provider billed`;
  if (drift === 0) return `${estimate} the same.`;
  return `${estimate} ${tokens.toLocaleString('en')} (${percentDifference(drift)}).`;
}

/** The smallest budget that can be simulated. */
export const MIN_BUDGET = 64;
const MAX_BUDGET = 1_000_000;

/** The largest budget of the slider: twice the recorded one, or the model window if that is larger. */
export function largestBudget({ max_tokens, context_window }: Explanation['budget']): number {
  return Math.min(MAX_BUDGET, Math.max(2 * max_tokens, context_window, 2 * MIN_BUDGET));
}

/** Steps of the slider. The scale is logarithmic, so that small budgets get as much room as large ones. */
export const SLIDER_STEPS = 200;

/** The budget at a step of the slider, rounded to two significant digits. */
export function budgetAt(step: number, largest: number): number {
  const exact = MIN_BUDGET * (largest / MIN_BUDGET) ** (step / SLIDER_STEPS);
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  const round = step === SLIDER_STEPS ? largest : Math.round(exact / digits) * digits;
  return Math.min(largest, Math.max(MIN_BUDGET, Math.round(round)));
}

/** The slider step closest to a budget. */
export function stepAt(budget: number, largest: number): number {
  const share = Math.log(Math.max(MIN_BUDGET, budget) / MIN_BUDGET) / Math.log(largest / MIN_BUDGET);
  return Math.round(SLIDER_STEPS * Math.min(1, share));
}

/** Parses a typed budget or one from the address, limited to the allowed range. */
export function parseBudget(text: string | null, fallback: number): number {
  const number = Number(text);
  if (text === null || text === '' || !Number.isFinite(number)) return fallback;
  return Math.min(MAX_BUDGET, Math.max(MIN_BUDGET, Math.round(number)));
}
