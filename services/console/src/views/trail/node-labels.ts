import type { Participant, TrailNode } from '@crumbtrail/contracts';
import { formatDollars, formatDuration, nodeIssues, nodeName } from '@crumbtrail/formatting';

/** The kind of an author; empty for users, who are shown by name alone. */
export function authorKindLabel({ kind }: Participant): string {
  return kind === 'user' ? '' : kind;
}

/** The service that published a breadcrumb, where the author implies it: services themselves, and the tool-runner for tools. */
export function authorService({ kind, id }: Participant): string | undefined {
  if (kind === 'service') return id;
  return kind === 'tool' ? 'tool-runner' : undefined;
}

/** The text of a node on one line. */
export const nodeSummary = ({ summary, title }: TrailNode): string => summary ?? title ?? '';

/** The accessible name of a row. `name` is that of the author. */
export function describeNode(node: TrailNode, name: string): string {
  const { author, tokens, cached_tokens = 0, cost_usd, duration_ms, at_ms } = node;
  return [
    `${nodeName(node)} by ${authorKindLabel(author) || author.kind} ${name}`,
    `after ${formatDuration(at_ms)}`,
    ...(duration_ms === undefined ? [] : [`took ${formatDuration(duration_ms)}`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(cached_tokens > 0 ? [`${cached_tokens} cached`] : []),
    ...(cost_usd === undefined ? [] : [formatDollars(cost_usd)]),
    ...nodeIssues(node),
    nodeSummary(node),
  ]
    .filter(Boolean)
    .join(', ');
}
