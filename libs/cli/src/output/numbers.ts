import type { AgentContextV1 } from '@crumbtrail/contracts';

/** A share with its sign: `+5.6 %`. */
export function formatSignedPercent(share: number): string {
  const hundredths = (100 * share).toFixed(1);
  return `${share < 0 ? '' : '+'}${hundredths} %`;
}

/** A change with its sign: `+12`, `-3`, `0`. */
export const formatChange = (change: number): string => (change > 0 ? `+${change}` : String(change));

/** How much of its budget a context takes, by section. */
export function tokensLine({ tokens, budget }: Pick<AgentContextV1, 'tokens' | 'budget'>): string {
  const sections = Object.entries(tokens.by_section).map(([name, count]) => `${name} ${count}`);
  return `${tokens.total} of ${budget.cap} tokens (${sections.join(', ')})`;
}
