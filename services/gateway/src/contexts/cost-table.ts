import type {
  ContextCostsReply,
  CostGroup,
  CrumbCost,
  PromptCost,
} from '@crumbtrail/contracts/operations/context-costs';
import type { ContextCostTable } from '@crumbtrail/contracts/http/context-costs';

const NOTHING: PromptCost = { tokens: 0, cached_tokens: 0, cost_usd: 0 };

const sum = (a: PromptCost, b: PromptCost): PromptCost => ({
  tokens: a.tokens + b.tokens,
  cached_tokens: a.cached_tokens + b.cached_tokens,
  cost_usd: a.cost_usd + b.cost_usd,
});

const addRow = (a: CrumbCost, b: CrumbCost): CrumbCost => ({
  ...a,
  ...sum(a, b),
  contexts: a.contexts + b.contexts,
  answered: a.answered + b.answered,
  grounded: a.grounded + b.grounded,
});

/** Whole tokens, and dollars to a millionth of a cent. */
const round = <Cost extends PromptCost>(cost: Cost): Cost => ({
  ...cost,
  tokens: Math.round(cost.tokens),
  cached_tokens: Math.round(cost.cached_tokens),
  cost_usd: Math.round(cost.cost_usd * 1e8) / 1e8,
});

const byCost = (a: CrumbCost, b: CrumbCost): number =>
  b.cost_usd - a.cost_usd || b.tokens - a.tokens || a.key.localeCompare(b.key);

/** Adds up the costs of pages of contexts. Each context is on one page, so that numbers of contexts add up too. */
export class CostTable {
  private readonly rows = new Map<string, CrumbCost>();
  private readonly sums = { contexts: 0, priced: 0, prompts: NOTHING, hidden: NOTHING };
  private latest: string | undefined;
  private last: ContextCostsReply | undefined;

  constructor(private readonly by: CostGroup) {}

  add(page: ContextCostsReply): void {
    const { sums } = this;
    sums.contexts += page.contexts;
    sums.priced += page.priced;
    sums.prompts = sum(sums.prompts, page.prompts);
    sums.hidden = sum(sums.hidden, page.hidden);
    for (const row of page.groups) {
      const before = this.rows.get(row.key);
      this.rows.set(row.key, before ? addRow(before, row) : row);
    }
    this.latest ??= page.latest;
    this.last = page;
  }

  /** The most expensive rows, and the sum of the others. */
  top(limit: number): ContextCostTable {
    const all = [...this.rows.values()].sort(byCost);
    const others = all.slice(limit);
    const { latest, last, sums } = this;
    return {
      by: this.by,
      contexts: sums.contexts,
      priced: sums.priced,
      ...(latest !== undefined && { latest }),
      ...(last?.earliest !== undefined && { earliest: last.earliest }),
      prompts: round(sums.prompts),
      rows: all.slice(0, limit).map(round),
      others: { ...round(others.reduce(sum, NOTHING)), rows: others.length },
      hidden: round(sums.hidden),
      ...(last?.next_cursor !== undefined && { next_cursor: last.next_cursor }),
    };
  }
}
