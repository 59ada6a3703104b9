import type { Participant, TrailNode } from '@crumbtrail/contracts';
import { formatDollars, formatDuration, nodeIssues, nodeName } from '@crumbtrail/formatting';
import type { TrailRow } from './tree-rows';

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

/** What a row of the raw tree is called: schema, kind and name of the author. */
export const rawTitle = (node: TrailNode, name: string): string =>
  `${nodeName(node)} by ${authorKindLabel(node.author) || node.author.kind} ${name}`;

/** The accessible name of a row, and the tooltip of its bar: what it is called, its numbers, what went wrong, and its text. */
export function describeNode({ node }: Pick<TrailRow, 'node'>, title: string, text: string): string {
  const { tokens, cached_tokens = 0, cost_usd, duration_ms, at_ms } = node;
  return [
    title,
    `after ${formatDuration(at_ms)}`,
    ...(duration_ms === undefined ? [] : [`took ${formatDuration(duration_ms)}`]),
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`]),
    ...(cached_tokens > 0 ? [`${cached_tokens.toLocaleString('en')} cached`] : []),
    ...(cost_usd === undefined ? [] : [formatDollars(cost_usd)]),
    ...nodeIssues(node),
    text,
  ]
    .filter(Boolean)
    .join(', ');
}
