import type { TrailNode } from '@crumbtrail/contracts';

/** The totals of a trail; `ms` is the time from the first to the last breadcrumb. */
export interface TrailTotals {
  readonly crumbs: number;
  readonly agents: number;
  readonly failed: number;
  readonly ms: number;
  readonly cost_usd?: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Computes the totals of a trail. A response includes the cost of its steps, so only responses (`isAnswer`) are added up. */
export function sumTrail(nodes: readonly TrailNode[], isAnswer: (node: TrailNode) => boolean): TrailTotals {
  const costs = nodes.filter(isAnswer).flatMap(({ cost_usd }) => (cost_usd === undefined ? [] : [cost_usd]));
  const agents = new Set(nodes.flatMap(({ author }) => (author.kind === 'agent' ? [author.id] : [])));
  return {
    crumbs: nodes.length,
    agents: agents.size,
    failed: nodes.filter(({ error }) => error !== undefined).length,
    ms: nodes.reduce((latest, { at_ms }) => Math.max(latest, at_ms), 0),
    ...(costs.length > 0 ? { cost_usd: sum(costs) } : {}),
  };
}
