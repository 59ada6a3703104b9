import type { AgentResponseV1, TrailNode } from '@crumbtrail/contracts';
import { formatDollars, formatDuration } from '@crumbtrail/formatting';
import { isUnpriced } from '../../components/unpriced';

const numbers = new Intl.NumberFormat('en');

const count = (amount: number, noun: string): string => `${numbers.format(amount)} ${noun}${amount === 1 ? '' : 's'}`;

function tokensOf({ usage }: Partial<AgentResponseV1>): number | undefined {
  const { prompt_tokens = usage?.counted_prompt_tokens, completion_tokens } = usage ?? {};
  if (prompt_tokens === undefined && completion_tokens === undefined) return undefined;
  return (prompt_tokens ?? 0) + (completion_tokens ?? 0);
}

/** Whether the provider has billed no tokens, so that they are our own count. */
const isEstimated = ({ usage }: Partial<AgentResponseV1>): boolean => usage?.prompt_tokens === undefined;

function costFacts(response: Partial<AgentResponseV1>): readonly string[] {
  const cost = response.usage?.cost_usd;
  if (cost !== undefined) return [formatDollars(cost)];
  return isUnpriced(response) ? ['cost unknown'] : [];
}

/** What is known of how a reply came about: model, tokens, cost, duration. */
export function replyFacts(response: Partial<AgentResponseV1>): readonly string[] {
  const { model, latency_ms } = response;
  const tokens = tokensOf(response);
  return [
    ...(model === undefined ? [] : [model]),
    ...(tokens === undefined ? [] : [`${count(tokens, 'token')}${isEstimated(response) ? ' (estimated)' : ''}`]),
    ...costFacts(response),
    ...(latency_ms === undefined ? [] : [formatDuration(latency_ms)]),
  ];
}

/** `1 tool`, `3 tools`. */
export const toolCount = (calls: number): string => count(calls, 'tool');

/** The request of a tool and its response, by id; without a response while it runs. */
export interface ToolExchange {
  readonly request: string;
  readonly response: string | undefined;
}

const isOf = (family: string) => (node: TrailNode) => node.schema_name.startsWith(`${family}.`);

/** The tools that a turn called, in order, without those that its tools called themselves. */
export function toolExchanges(nodes: readonly TrailNode[], turn: string): readonly ToolExchange[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isRequest = isOf('tool.request');
  const isResponse = isOf('tool.response');
  const isCalledBy = (node: TrailNode): boolean => {
    const seen = new Set<string>();
    for (let cause = node.cause; cause && !seen.has(cause.id); cause = byId.get(cause.id)?.cause) {
      if (cause.id === turn) return true;
      seen.add(cause.id);
      const above = byId.get(cause.id);
      if (!above || isRequest(above)) return false;
    }
    return false;
  };
  const responses = new Map(
    nodes.filter((node) => isResponse(node) && node.erased !== true).map(({ cause, id }) => [cause?.id, id]),
  );
  return nodes
    .filter((node) => isRequest(node) && node.erased !== true && isCalledBy(node))
    .map(({ id }) => ({ request: id, response: responses.get(id) }));
}
