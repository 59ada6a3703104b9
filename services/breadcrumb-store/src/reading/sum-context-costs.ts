import type { AgentContextV1, AgentResponseV1, KeptTokens, Participant } from '@crumbtrail/contracts';
import type { CostGroup, CrumbCost, PromptCost } from '@crumbtrail/contracts/operations/context-costs';

/** A context, the reply that was written with it, and the crumbs that the reply rests on. */
export interface CostedContext {
  readonly tokens: AgentContextV1['tokens']['total'];
  readonly budget: Pick<AgentContextV1['budget'], 'system_prompt' | 'tool_schemas'>;
  /** The kept rows of its account, in the order shown. */
  readonly kept: readonly KeptTokens[];
  /** Absent where there is none that the caller may read. */
  readonly reply?: Partial<Pick<AgentResponseV1, 'action' | 'usage' | 'steps'>>;
  /** Ids of crumbs. */
  readonly rests_on: ReadonlySet<string>;
}

/** What is known of a crumb that stood in a context. */
export interface CostedCrumb {
  readonly schema_name: string;
  readonly author: Participant;
}

/** How costs are summed up. Crumbs that are not listed are hidden from the caller. */
export interface CostGrouping {
  readonly by: CostGroup;
  readonly crumbs: ReadonlyMap<string, CostedCrumb>;
}

type Prices = NonNullable<NonNullable<AgentResponseV1['usage']>['prices']>;
type Group = { -readonly [Field in keyof CrumbCost]: CrumbCost[Field] };
type Sum = { -readonly [Field in keyof PromptCost]: PromptCost[Field] };

const zeroCost = (): Sum => ({ tokens: 0, cached_tokens: 0, cost_usd: 0 });

function add(sum: Sum, { tokens, cached_tokens, cost_usd }: PromptCost): void {
  sum.tokens += tokens;
  sum.cached_tokens += cached_tokens;
  sum.cost_usd += cost_usd;
}

function price(tokens: number, cached_tokens: number, prices: Prices | undefined): PromptCost {
  const { input = 0, cached_input = input } = prices ?? {};
  return { tokens, cached_tokens, cost_usd: ((tokens - cached_tokens) * input + cached_tokens * cached_input) / 1e6 };
}

const promptTokens = ({ tokens, budget }: CostedContext): number => tokens + budget.system_prompt + budget.tool_schemas;

/** All prompts of a turn: as billed, else as counted; and how often, scaled from counted to billed tokens, they hold the context. */
function promptsOf(context: CostedContext): { readonly all: PromptCost; readonly repeats: number } {
  const { usage = {}, steps = 0, action } = context.reply ?? {};
  // No model has read the prompt.
  if (action === 'error' && context.reply?.usage === undefined) return { all: zeroCost(), repeats: 0 };
  const once = Math.max(1, promptTokens(context));
  const { counted_prompt_tokens: counted = once, prompt_tokens: billed = counted, cached_tokens = 0 } = usage;
  // Each call of the model sends the context again. Where the last call is missing, the prompts are shorter than that.
  const calls = Math.min(steps + 1, Math.max(1, counted / once));
  const all = price(billed, Math.min(billed, cached_tokens), usage.prices);
  return { all, repeats: (calls * billed) / Math.max(1, counted) };
}

/**
 * The share of each kept row in the prompts of its turn. A row took its tokens times the calls of the turn, scaled from counted to billed tokens. A provider
 * caches the beginning of a prompt, so that cached tokens are those of the rows shown first, after the system prompt and the tools.
 */
function sharesOf(context: CostedContext): { readonly row: KeptTokens; readonly cost: PromptCost }[] {
  const { all, repeats } = promptsOf(context);
  const prices = context.reply?.usage?.prices;
  let from = (context.budget.system_prompt + context.budget.tool_schemas) * repeats;
  return context.kept.map((row) => {
    const tokens = row.tokens * repeats;
    const cached = Math.min(tokens, Math.max(0, all.cached_tokens - from));
    from += tokens;
    return { row, cost: price(tokens, cached, prices) };
  });
}

function keyIn({ by }: CostGrouping, id: string, { schema_name, author }: CostedCrumb): string {
  if (by === 'crumb') return id;
  return by === 'schema' ? schema_name : `${author.kind}:${author.id}`;
}

/** Adds what one context took of each group. Returns the groups, each with whether the reply rests on one of its crumbs. */
function addShares(
  groups: Map<string, Group>,
  hidden: Sum,
  context: CostedContext,
  grouping: CostGrouping,
): ReadonlyMap<Group, boolean> {
  const seen = new Map<Group, boolean>();
  for (const { row, cost } of sharesOf(context)) {
    const crumb = grouping.crumbs.get(row.id);
    if (crumb === undefined) add(hidden, cost);
    else {
      const key = keyIn(grouping, row.id, crumb);
      const group = groups.get(key) ?? newGroup(key, crumb, grouping);
      groups.set(key, group);
      add(group, cost);
      seen.set(group, seen.get(group) === true || context.rests_on.has(row.id));
    }
  }
  return seen;
}

const newGroup = (key: string, crumb: CostedCrumb, { by }: CostGrouping): Group => ({
  key,
  ...(by === 'crumb' ? crumb : {}),
  ...zeroCost(),
  contexts: 0,
  answered: 0,
  grounded: 0,
});

/** Counts a context once for each group that stood in it. */
function countContext(seen: ReadonlyMap<Group, boolean>, isAnswered: boolean): void {
  for (const [group, isGrounded] of seen) {
    group.contexts += 1;
    if (isAnswered) group.answered += 1;
    if (isAnswered && isGrounded) group.grounded += 1;
  }
}

/** What contexts cost. */
export interface ContextCostSum {
  readonly priced: number;
  readonly prompts: PromptCost;
  readonly groups: readonly CrumbCost[];
  readonly hidden: PromptCost;
}

/** Sums up what the crumbs of contexts cost, by group. */
export function sumContextCosts(contexts: readonly CostedContext[], grouping: CostGrouping): ContextCostSum {
  const groups = new Map<string, Group>();
  const [prompts, hidden] = [zeroCost(), zeroCost()];
  for (const context of contexts) {
    add(prompts, promptsOf(context).all);
    countContext(addShares(groups, hidden, context, grouping), context.reply !== undefined);
  }
  const priced = contexts.filter(({ reply }) => reply?.usage?.prices !== undefined).length;
  return { priced, prompts, groups: [...groups.values()], hidden };
}
