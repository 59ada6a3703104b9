import type { AgentContextV1 } from '@crumbtrail/contracts';

/** Formats a share as a signed percentage: `+5.6 %`. */
export function formatSignedPercent(share: number): string {
  const percentage = (100 * share).toFixed(1);
  return `${share < 0 ? '' : '+'}${percentage} %`;
}

/** Formats a change with its sign: `+12`, `-3`, `0`. */
export const formatChange = (change: number): string => (change > 0 ? `+${change}` : String(change));

/** The tokens of a context, its budget, and the tokens by section. */
export function tokensLine({ tokens, budget }: Pick<AgentContextV1, 'tokens' | 'budget'>): string {
  const sections = Object.entries(tokens.by_section).map(([name, count]) => `${name} ${count}`);
  return `${tokens.total} of ${budget.cap} tokens (${sections.join(', ')})`;
}

/** Says that a context was searched with an index that was behind the log; nothing when it was complete. */
export function indexLine(position: number, indexPosition = position): string[] {
  if (indexPosition >= position) return [];
  return [`the search index was behind: it covered positions up to ${indexPosition} of ${position}`];
}
