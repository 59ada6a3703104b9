import type { Participant, TrailNode } from '@crumbtrail/contracts';
import { formatDollars, formatDuration, nodeIssues, nodeName } from '@crumbtrail/formatting';

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
