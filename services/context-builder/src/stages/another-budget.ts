import type { AgentContextV1 } from '@crumbtrail/contracts';
import { countTokens } from '@crumbtrail/hints';
import type { Budget } from './budget';
import type { Plan } from './plan';

/** The plan at another budget: what each section is granted grows and shrinks with it. */
export function withBudget(plan: Plan, max_tokens: number): Plan {
  const scaled = (tokens: number): number => Math.floor((tokens * max_tokens) / plan.max_tokens);
  const sections = plan.sections.map((section) => ({
    ...section,
    min_tokens: scaled(section.min_tokens),
    max_tokens: scaled(section.max_tokens),
  }));
  return { ...plan, max_tokens, sections };
}

/** What a budget leaves for the context: its tokens or the window's rest, less the margin. */
export function capOf(
  { max_tokens, context_window, system_prompt, tool_schemas, reply_reserve }: Budget,
  margin: number,
): number {
  const left = context_window - system_prompt - tool_schemas - reply_reserve;
  return Math.floor(Math.min(max_tokens, left) * (1 - margin));
}

/** How tokens were counted for a context. */
export function counterOf(
  tokenizer: AgentContextV1['tokenizer'],
  counting: AgentContextV1['counting'],
): (text: string) => number {
  const factor = counting?.mode === 'estimate' ? counting.factor : 1;
  return (text) => Math.ceil(countTokens(text, tokenizer) * factor);
}
