import type { Envelope, SearchReply } from '@crumbtrail/contracts';
import { formatScoreParts } from './score-parts';
import { table } from './table';

function crumbText({ title, context }: Envelope): string {
  const { content, name, agent } = context;
  return [title, content, name, agent].find((one): one is string => typeof one === 'string') ?? '';
}

/** The search results, best match first. */
export function searchLines({ results }: SearchReply): string[] {
  const rows = results.map(({ breadcrumb, score, scores }) => [
    score.toFixed(3),
    formatScoreParts(scores),
    breadcrumb.occurred_at.slice(0, 10),
    `${breadcrumb.author.kind} ${breadcrumb.author.id}`,
    breadcrumb.session ?? '',
    breadcrumb.id,
    crumbText(breadcrumb),
  ]);
  return table(['score', 'score parts', 'day', 'author', 'session', 'breadcrumb', 'text'], rows, 'No matches.');
}
