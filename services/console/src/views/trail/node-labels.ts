import type { Participant, TrailNode } from '@crumbtrail/contracts';

/** Milliseconds for people: `0.4 ms`, `340 ms`, `2.1 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < 1) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Dollars for people, small ones with the digits that they have. */
export function formatDollars(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.01 ? `$${Number(usd.toPrecision(2))}` : `$${usd.toFixed(2)}`;
}

/** Which of its kind it is: a step by its number, what tools do by the tool. */
export function nodeName({ schema_name, step, tool }: TrailNode): string {
  return [schema_name, step, tool].filter((part) => part !== undefined).join(' ');
}

/** What an author is: services by their name, and people go by their name alone. */
export function authorKindLabel({ kind }: Participant): string {
  if (kind === 'service') return 'service';
  return kind === 'user' ? '' : kind;
}

/** The service that left it, as far as its author says so: tools are run by one, and what agents and people do comes by several. */
export function authorService({ kind, id }: Participant): string | undefined {
  if (kind === 'service') return id;
  return kind === 'tool' ? 'tool-runner' : undefined;
}

/** What went wrong with it or is missing of it, in words; none of that is the usual case. */
export function nodeIssues({ action, error, partial, erased }: TrailNode): string[] {
  return [
    ...(erased ? ['erased'] : []),
    ...(action === 'stopped' ? ['stopped'] : []),
    ...(error === undefined ? [] : [`failed: ${error}`]),
    ...(partial ? ['incomplete'] : []),
  ];
}

/** One line of what it says. */
export const nodeSummary = ({ summary, title }: TrailNode): string => summary ?? title ?? '';

/** A row as a screen reader says it. */
export function describeNode(node: TrailNode): string {
  const { author, tokens, cost_usd, duration_ms, at_ms } = node;
  return [
    `${nodeName(node)} by ${authorKindLabel(author) || author.kind} ${author.id}`,
    `after ${formatDuration(at_ms)}`,
    ...(duration_ms === undefined ? [] : [`took ${formatDuration(duration_ms)}`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(cost_usd === undefined ? [] : [formatDollars(cost_usd)]),
    ...nodeIssues(node),
    nodeSummary(node),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a whole trail comes to. A response says what its whole turn cost, so steps are not counted again. */
export interface TrailTotals {
  readonly crumbs: number;
  readonly agents: number;
  readonly failed: number;
  readonly ms: number;
  readonly cost_usd?: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Adds a trail up; `isAnswer` tells what ends a turn. */
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
