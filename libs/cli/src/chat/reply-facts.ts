import { AgentResponse, asPayload, type Envelope } from '@crumbtrail/contracts';
import { formatDollars, formatDuration } from '@crumbtrail/formatting';
import type { AuthorName } from '../output/author-names';
import { shortenIds } from '../output/short-id';

/** One line about a reply: who answered, tokens, cost, how long it took, and its trail: `assistant · 1,668 tokens · $0.0003 · 1.3 s · trail 1a2b3c4d`. */
export function replyFactsLine(
  crumb: Envelope,
  { nameOf, took }: { readonly nameOf: AuthorName; readonly took: number },
): string {
  const { usage } = asPayload(AgentResponse.name, crumb.context);
  const tokens = (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0);
  return [
    nameOf(crumb.author),
    ...(tokens > 0 ? [`${tokens.toLocaleString('en')} tokens`] : []),
    ...(usage?.cost_usd === undefined ? [] : [formatDollars(usage.cost_usd)]),
    formatDuration(took),
    `trail ${shortenIds([crumb.trail_id])(crumb.trail_id)}`,
  ].join(' · ');
}
