import type { TrailNode } from '@crumbtrail/contracts';
import { hasFailed } from '@crumbtrail/formatting';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** The totals of a trail; `ms` is the time from the first to the last breadcrumb. */
export interface TrailTotals {
  readonly crumbs: number;
  readonly agents: number;
  /** What failed, without the tool calls that failed: a failed answer, a dead letter, a guard. */
  readonly failed: number;
  /** Tool calls that failed; those that a person denied are not among them. Their agent reads the error and goes on; a turn that fails because of one has a failed answer. */
  readonly toolErrors: number;
  readonly ms: number;
  readonly cost_usd?: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Computes the totals of a trail. A response includes the cost of its steps, so only the costs of responses are added up. */
export function sumTrail(nodes: readonly TrailNode[]): TrailTotals {
  const answers = nodes.filter(({ schema_name }) => schema_name === WIRE.agentResponse);
  const errors = nodes.filter(hasFailed);
  const toolErrors = errors.filter(({ schema_name }) => schema_name === WIRE.toolResponse).length;
  const costs = answers.flatMap(({ cost_usd }) => (cost_usd === undefined ? [] : [cost_usd]));
  const agents = new Set(nodes.flatMap(({ author }) => (author.kind === 'agent' ? [author.id] : [])));
  return {
    crumbs: nodes.length,
    agents: agents.size,
    failed: errors.length - toolErrors,
    toolErrors,
    ms: nodes.reduce((latest, { at_ms }) => Math.max(latest, at_ms), 0),
    ...(costs.length > 0 ? { cost_usd: sum(costs) } : {}),
  };
}
